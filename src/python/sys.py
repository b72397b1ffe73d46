stdout, stderr = "<stdout>", "<stderr>"
