import torch

w = torch.tensor([4.0], requires_grad=True)


def learn(rate):
    for step in range(30):
        loss = (w * w).sum()
        loss.backward()
        with torch.no_grad():
            w.sub_(rate * w.grad)
        w.grad = None
    return loss


rate = 0.04
last = learn(rate)
scores = torch.tensor([2.0, 1.0, 0.0, 3.0, -1.0, 0.5])
probabilities = torch.softmax(scores, dim=0)
