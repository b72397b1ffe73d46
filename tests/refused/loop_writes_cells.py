# a loop that writes cells, read through views
import torch

x = torch.zeros(3)
row, column = x[:2], x.view(3, 1)
y = torch.zeros(3)
for i in range(3):
    x[i] = torch.fft.fft(torch.ones(1) * i).real[0]
print(row)
print(column.sum())
print(x.tolist())
print(y)
