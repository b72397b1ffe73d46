def Variable(data, requires_grad=False, volatile=False):
    return data
