// The one main of every test program: Boost.Test from its shared library, or whole from headers
// where a cross-compiler has no such library (some ten seconds to compile, once for all programs of
// a build tree).
#define BOOST_TEST_MODULE rfm
#ifdef BOOST_TEST_DYN_LINK
#include <boost/test/unit_test.hpp>
#else
#include <boost/test/included/unit_test.hpp>
#endif
