from torch import sigmoid as expit, softmax, log_softmax, logsumexp, erf, exp2, expm1
from torch import log1p, round
