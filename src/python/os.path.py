from os import fspath

def join(first, *parts):
    path = fspath(first)
    for part in map(fspath, parts):
        if part.startswith("/"):
            path = part
        else:
            path += part if not path or path.endswith("/") else "/" + part
    return path

def split(path):
    path = fspath(path)
    i = path.rfind("/") + 1
    head, tail = path[:i], path[i:]
    return (head if head == "/" * len(head) else head.rstrip("/")), tail

def basename(path):
    return split(path)[1]

def dirname(path):
    return split(path)[0]

def splitext(path):
    path = fspath(path)
    i = path.rfind(".")
    start = path.rfind("/") + 1
    is_hidden = path[start:i].strip(".") == ""
    return (path, "") if i <= start or is_hidden else (path[:i], path[i:])

# "file", "folder" or "" of a path in the lesson's own folder; of others nothing is known here.
def exists(path):
    return file_kind(fspath(path)) != ""

def isfile(path):
    return file_kind(fspath(path)) == "file"

def isdir(path):
    return file_kind(fspath(path)) == "folder"

def expanduser(path):
    if fspath(path).startswith("~"):
        raise NotHere("os.path.expanduser: where a user is at home is not known here")
    return fspath(path)
