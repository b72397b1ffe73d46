def join(first, *parts):
    path = first
    for part in parts:
        if part.startswith("/"):
            path = part
        else:
            path += part if not path or path.endswith("/") else "/" + part
    return path

def split(path):
    i = path.rfind("/") + 1
    head, tail = path[:i], path[i:]
    return (head if head == "/" * len(head) else head.rstrip("/")), tail

def basename(path):
    return split(path)[1]

def dirname(path):
    return split(path)[0]

def splitext(path):
    i = path.rfind(".")
    start = path.rfind("/") + 1
    is_hidden = path[start:i].strip(".") == ""
    return (path, "") if i <= start or is_hidden else (path[:i], path[i:])

def exists(path):
    try:
        open(path).close()
    except FileNotFoundError:
        return False
    return True

isfile = exists
