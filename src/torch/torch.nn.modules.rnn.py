"""Recurrent layers: what a step gives depends on the step before. The products with the input are taken for
all steps at once, and the sums in PyTorch's order."""

from torch._C import _integer
from torch.nn.modules.module import Module

# Names and shapes of the parameters of one direction of one layer.
def _shapes(gates, inputs, hidden, bias):
    shapes = {"weight_ih": (gates * hidden, inputs), "weight_hh": (gates * hidden, hidden)}
    return shapes | ({"bias_ih": (gates * hidden,), "bias_hh": (gates * hidden,)} if bias else {})

def _draw(module, hidden):
    bound = 1.0 / math.sqrt(hidden) if hidden > 0 else 0
    for weight in module.parameters():
        nn.init.uniform_(weight, -bound, bound)

# Takes a step, from what the input and the state before give.

def _step_tanh(given, state, w, b):
    return (torch.tanh(F.linear(state[0], w, b) + given),)

def _step_relu(given, state, w, b):
    return (torch.relu(F.linear(state[0], w, b) + given),)

def _step_lstm(given, state, w, b):
    i, f, g, o = (F.linear(state[0], w, b) + given).chunk(4, -1)
    i, f, g, o = torch.sigmoid(i), torch.sigmoid(f), torch.tanh(g), torch.sigmoid(o)
    c = f * state[1] + i * g
    return o * torch.tanh(c), c

def _step_gru(given, state, w, b):
    r, z, n = given.chunk(3, -1)
    hr, hz, hn = F.linear(state[0], w, b).chunk(3, -1)
    r, z = torch.sigmoid(hr + r), torch.sigmoid(hz + z)
    n = torch.tanh(n + hn * r)
    return ((state[0] - n) * z + n,)

_STEPS = {"RNN_TANH": (_step_tanh, 1), "RNN_RELU": (_step_relu, 1), "LSTM": (_step_lstm, 4), "GRU": (_step_gru, 3)}

class RNNBase(Module):
    def __init__(
        self,
        mode,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self._drawn(dtype)
        if proj_size:
            raise NotHere(f"{type(self).__name__}: proj_size is not supported here")
        if not 0 <= dropout <= 1 or isinstance(dropout, bool):
            raise ValueError(
                "dropout should be a number in range [0, 1] representing the probability of an "
                "element being zeroed"
            )
        if hidden_size <= 0:
            raise ValueError("hidden_size must be greater than zero")
        if num_layers <= 0:
            raise ValueError("num_layers must be greater than zero")
        self.mode, self.bias, self.batch_first = mode, bias, batch_first
        self.input_size = _integer(input_size, "input_size")
        self.hidden_size = _integer(hidden_size, "hidden_size")
        self.num_layers, self.dropout, self.bidirectional = num_layers, float(dropout), bidirectional
        self.proj_size = 0
        for layer in range(num_layers):
            inputs = hidden_size * (1 + bidirectional) if layer else input_size
            shapes = _shapes(_STEPS[mode][1], inputs, hidden_size, bias)
            for ending in self._endings(layer):
                for name, shape in shapes.items():
                    self.register_parameter(name + ending, nn.Parameter(torch.empty(shape)))
        self.reset_parameters()

    def _endings(self, layer):
        return [f"_l{layer}", f"_l{layer}_reverse"][: 1 + self.bidirectional]

    def reset_parameters(self):
        _draw(self, self.hidden_size)

    def flatten_parameters(self):
        pass

    def extra_repr(self):
        plain = {"num_layers": 1, "bias": True, "batch_first": False, "dropout": 0.0, "bidirectional": False}
        text = f"{self.input_size}, {self.hidden_size}"
        for name, usual in plain.items():
            value = getattr(self, name)
            text += f", {name}={value}" if value != usual else ""
        return text

    # The state of each direction of each layer, from that which is given.
    def _begin(self, x, state):
        count = self.num_layers * (1 + self.bidirectional)
        shape = (count, x.shape[1], self.hidden_size)
        if state is None:
            zeros = torch.zeros(shape, dtype=x.dtype)
            return [zeros] * (1 + (self.mode == "LSTM"))
        for name, s in zip(("hidden[0]", "hidden[1]"), state):
            if tuple(s.shape) != shape:
                raise RuntimeError(
                    f"Expected {name if self.mode == 'LSTM' else 'hidden'} size {shape}, "
                    f"got {list(s.shape)}"
                )
        return state

    def _run(self, x, state, ending, is_reverse):
        step = _STEPS[self.mode][0]
        bias = [getattr(self, n + ending) if self.bias else None for n in ("bias_ih", "bias_hh")]
        given = F.linear(x, getattr(self, "weight_ih" + ending), bias[0])
        w, found = getattr(self, "weight_hh" + ending), []
        for i in reversed(range(len(x))) if is_reverse else range(len(x)):
            state = step(given[i], state, w, bias[1])
            found.append(state[0])
        return torch.stack(found[::-1] if is_reverse else found), state

    def forward(self, input, hx=None):
        if input.dim() not in (2, 3):
            raise ValueError(
                f"{type(self).__name__}: Expected input to be 2D or 3D, got {input.dim()}D instead"
            )
        if self.mode == "LSTM" and input.dtype == torch.bfloat16:
            raise NotHere("LSTM: of bfloat16 PyTorch's numbers depend on the processor (oneDNN's): use float32")
        is_one, state = input.dim() == 2, None
        if hx is not None:
            state = list(hx) if self.mode == "LSTM" else [hx]
            state = [s.unsqueeze(1) for s in state] if is_one else state
        x = input.unsqueeze(1) if is_one else input.transpose(0, 1) if self.batch_first else input
        if x.shape[-1] != self.input_size:
            raise RuntimeError(
                "input.size(-1) must be equal to input_size. "
                f"Expected {self.input_size}, got {x.shape[-1]}"
            )
        state, last = self._begin(x, state), []
        for layer in range(self.num_layers):
            parts = []
            for i, ending in enumerate(self._endings(layer)):
                own = tuple(s[len(last)] for s in state)
                part, end = self._run(x, own, ending, i == 1)
                parts.append(part)
                last.append(end)
            x = torch.cat(parts, -1) if self.bidirectional else parts[0]
            if self.dropout and layer < self.num_layers - 1:
                x = F.dropout(x, self.dropout, self.training)
        ends = [torch.stack(s) for s in zip(*last)]
        if is_one:
            x, ends = x.squeeze(1), [s.squeeze(1) for s in ends]
        elif self.batch_first:
            x = x.transpose(0, 1)
        return x, tuple(ends) if self.mode == "LSTM" else ends[0]

class RNN(RNNBase):
    def __init__(self, input_size, hidden_size, num_layers=1, nonlinearity="tanh", *args, **kwargs):
        if nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        mode = "RNN_" + nonlinearity.upper()
        super().__init__(mode, input_size, hidden_size, num_layers, *args, **kwargs)
        self.nonlinearity = nonlinearity

class LSTM(RNNBase):
    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

class GRU(RNNBase):
    def __init__(self, *args, **kwargs):
        super().__init__("GRU", *args, **kwargs)

class RNNCellBase(Module):
    def __init__(self, input_size, hidden_size, bias, mode):
        super().__init__()
        self.input_size = _integer(input_size, "input_size")
        self.hidden_size = _integer(hidden_size, "hidden_size")
        self.bias, self._mode = bias, mode
        for name, shape in _shapes(_STEPS[mode][1], input_size, hidden_size, bias).items():
            self.register_parameter(name, nn.Parameter(torch.empty(shape)))
        if not bias:
            self.register_parameter("bias_ih", None)
            self.register_parameter("bias_hh", None)
        self.reset_parameters()

    def reset_parameters(self):
        _draw(self, self.hidden_size)

    def extra_repr(self):
        return f"{self.input_size}, {self.hidden_size}" + ("" if self.bias else ", bias=False")

    def forward(self, input, hx=None):
        is_lstm, is_one = self._mode == "LSTM", input.dim() == 1
        x = input.unsqueeze(0) if is_one else input
        if hx is None:
            state = [torch.zeros(x.shape[0], self.hidden_size, dtype=x.dtype)] * (1 + is_lstm)
        else:
            state = list(hx) if is_lstm else [hx]
            state = [s.unsqueeze(0) for s in state] if is_one else state
        given = F.linear(x, self.weight_ih, self.bias_ih)
        state = _STEPS[self._mode][0](given, state, self.weight_hh, self.bias_hh)
        state = tuple(s.squeeze(0) for s in state) if is_one else state
        return state if is_lstm else state[0]

class RNNCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, "RNN_" + nonlinearity.upper())
        self._drawn(dtype)
        self.nonlinearity = nonlinearity

class LSTMCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, "LSTM")
        self._drawn(dtype)

class GRUCell(RNNCellBase):
    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, "GRU")
        self._drawn(dtype)
