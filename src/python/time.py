"""The clock of a lesson stands still, so that it prints the same each time."""

def time():
    return 0.0

def perf_counter():
    return 0.0

def monotonic():
    return 0.0

def process_time():
    return 0.0

def time_ns():
    return 0

def perf_counter_ns():
    return 0

def sleep(seconds):
    pass
