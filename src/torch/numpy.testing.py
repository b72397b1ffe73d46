import numpy
def assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True, err_msg=""):
    if not numpy.allclose(actual, desired, rtol, atol, equal_nan):
        raise AssertionError("Not equal to tolerance rtol=%g, atol=%g" % (rtol, atol))

def assert_array_equal(actual, desired, err_msg=""):
    if not numpy.array_equal(actual, desired):
        raise AssertionError("Arrays are not equal")

def assert_array_almost_equal(actual, desired, decimal=6, err_msg=""):
    assert_allclose(actual, desired, 0, 1.5 * 10 ** -decimal)

def assert_almost_equal(actual, desired, decimal=7, err_msg=""):
    assert_allclose(actual, desired, 0, 1.5 * 10 ** -decimal)
