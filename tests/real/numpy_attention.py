# Attention as it is written with NumPy: arrays, seeds, masks, heads and a softmax of one's own.
import numpy as np

np.random.seed(42)

def softmax(x, axis=-1):
    e_x = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e_x / np.sum(e_x, axis=axis, keepdims=True)

def attention(Q, K, V, mask=None):
    d_k = Q.shape[-1]
    scores = Q @ K.swapaxes(-1, -2) / np.sqrt(d_k)
    if mask is not None:
        scores = np.where(mask == 0, -1e9, scores)
    weights = softmax(scores)
    return weights @ V, weights

# encoder representations of four different words
word_1 = np.array([1, 0, 0])
word_2 = np.array([0, 1, 0])
word_3 = np.array([1, 1, 0])
word_4 = np.array([0, 0, 1])
words = np.array([word_1, word_2, word_3, word_4])
W_Q = np.random.randint(3, size=(3, 3))
W_K = np.random.randint(3, size=(3, 3))
W_V = np.random.randint(3, size=(3, 3))
print(W_Q, W_K, W_V)
Q, K, V = words @ W_Q, words @ W_K, words @ W_V
scores = Q @ K.transpose()
print(scores)
weights = softmax(scores / K.shape[1] ** 0.5)
print(weights)
print(weights @ V)

x = np.random.randn(2, 5, 8)
output, weights = attention(x, x, x, np.tril(np.ones((5, 5))))
print(output.shape, weights[0].round(3))
print(weights.sum(axis=-1), np.allclose(weights.sum(axis=-1), 1))


class MultiHeadAttention:
    def __init__(self, d_model, num_heads):
        assert d_model % num_heads == 0
        self.num_heads, self.d_k = num_heads, d_model // num_heads
        self.W_q, self.W_k, self.W_v, self.W_o = (np.random.randn(d_model, d_model) * 0.1 for _ in range(4))

    def split(self, x):
        batch, length, _ = x.shape
        return x.reshape(batch, length, self.num_heads, self.d_k).transpose(0, 2, 1, 3)

    def forward(self, x):
        batch, length, d_model = x.shape
        q, k, v = (self.split(x @ w) for w in (self.W_q, self.W_k, self.W_v))
        context, weights = attention(q, k, v)
        context = context.transpose(0, 2, 1, 3).reshape(batch, length, d_model)
        return context @ self.W_o, weights


mha = MultiHeadAttention(8, 2)
y, w = mha.forward(x)
print(y.shape, w.shape)
print(np.round(y[0], 4))
print(f"mean {y.mean():.6f}, deviation {y.std():.6f}, largest {np.abs(y).max():.4f} at {np.abs(y).argmax()}")


def positional_encoding(length, d_model):
    pe = np.zeros((length, d_model))
    position = np.arange(length)[:, np.newaxis]
    div_term = np.exp(np.arange(0, d_model, 2) * -(np.log(10000.0) / d_model))
    pe[:, 0::2] = np.sin(position * div_term)
    pe[:, 1::2] = np.cos(position * div_term)
    return pe


def layer_norm(x, eps=1e-6):
    mean = x.mean(-1, keepdims=True)
    std = x.std(-1, keepdims=True)
    return (x - mean) / (std + eps)


print(positional_encoding(4, 6))
print(layer_norm(x[0] + positional_encoding(5, 8))[:2])
gelu = 0.5 * x[0, 0] * (1 + np.tanh(np.sqrt(2 / np.pi) * (x[0, 0] + 0.044715 * x[0, 0] ** 3)))
print(gelu, gelu.dtype, gelu.astype(np.float32))
