"""The tensors of a file: the size of its head in eight bytes, the head in JSON, the numbers."""

import json
import pathlib
import struct

import torch

TYPES = {"F64": torch.float64, "F32": torch.float32, "I64": torch.int64, "BOOL": torch.bool}


def load_file(path):
    data = pathlib.Path(path).read_bytes()
    begin = 8 + struct.unpack("<Q", data[:8])[0]
    tensors = {}
    for name, of in json.loads(data[8:begin]).items():
        if name != "__metadata__":
            first, last = of["data_offsets"]
            numbers = bytearray(data[begin + first : begin + last])
            tensors[name] = torch.frombuffer(numbers, dtype=TYPES[of["dtype"]]).view(of["shape"])
    return tensors
