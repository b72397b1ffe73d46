// The headers and the library from C++.
#include <cstdio>
#include <cstring>
#include <qkv.h>
#include <qkv_trace.h>

int main()
{
    Qkv *q = qkv_new();
    const int64_t size[] = {2, 2};
    const float numbers[] = {1, 2, 3, 4};
    const QkvTensor *x = qkv_floats(q, 2, size, numbers);
    std::puts(qkv_print(q, qkv_softmax(q, x, -1)));
    std::puts(std::strcmp(qkv_version(), QKV_VERSION) == 0 ? "one version" : "two versions");
    qkv_free(q);
    return 0;
}
