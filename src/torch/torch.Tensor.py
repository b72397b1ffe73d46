from torch import cov, corrcoef, diff, take, dist, isclose, median, quantile, count_nonzero
from torch import bincount, histc, unique, cummax, cummin, renorm, kron, cross, rot90, lerp, mode
from torch import tensor_split, diag_embed
