# calls that change nothing that is shown: warnings, logs, clocks, threads, devices, other generators
import logging
import os
import random
import time
import warnings

import torch

warnings.filterwarnings("ignore")
logging.basicConfig(level=logging.ERROR)
log = logging.getLogger(__name__)
log.setLevel(logging.ERROR)


def set_seed(seed):
    random.seed(seed)
    os.environ["PYTHONHASHSEED"] = str(seed)
    torch.manual_seed(seed)
    torch.cuda.manual_seed_all(seed)
    torch.backends.cudnn.deterministic = True
    torch.backends.cudnn.benchmark = False
    torch.use_deterministic_algorithms(True)


set_seed(1)
torch.set_num_threads(1)
start = time.perf_counter()
x = torch.rand(2)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    y = x * 2
log.info("made %s", y)
spent = time.perf_counter() - start if False else None
print(x, y, spent)
print(x.backward.__name__, x)
