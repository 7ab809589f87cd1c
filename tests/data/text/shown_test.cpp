// What of a text may stand on a terminal, and what is spelled.
#include <boost/test/unit_test.hpp>

#include "rfm/data/text/utf8.hpp"

using rfm::data::LineEnds;
using rfm::data::shown;

BOOST_AUTO_TEST_SUITE(shown_text)

BOOST_AUTO_TEST_CASE(what_people_write_stays) {
  for (const char* text :
       {"", "price", "a b, \"c\" \\n", "größe", "価格", "👍🏽", "e\xCC\x81", "عدد", "\xC2\xA0"})
    BOOST_TEST(shown(text) == text);
}

BOOST_AUTO_TEST_CASE(what_is_no_letter_is_spelled) {
  BOOST_TEST(shown("\x1b[31mred\a\b\x7f") == "\\x1b[31mred\\x07\\x08\\x7f");
  BOOST_TEST(shown("one\ntwo\r\n\tthree") == "one\\ntwo\\r\\n\\tthree");
  BOOST_TEST(shown("\xC2\x85\xC2\x9b") == "\\u{85}\\u{9b}");
  BOOST_TEST(shown("\xE2\x80\xAEtxt.exe\xE2\x81\xA9") == "\\u{202e}txt.exe\\u{2069}");
  BOOST_TEST(shown("a\xE2\x80\xA8z\xE2\x80\x8Bz\xEF\xBB\xBF") == "a\\u{2028}z\\u{200b}z\\u{feff}");
  BOOST_TEST(shown("\xF3\xA0\x81\x81") == "\\u{e0041}");
  BOOST_TEST(shown({"\0", 1}) == "\\x00");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_spelled_one_by_one) {
  BOOST_TEST(shown("\xff\xfe") == "\\xff\\xfe");
  BOOST_TEST(shown("\xC0\xAF\xED\xA0\x80\xE2\x82") == "\\xc0\\xaf\\xed\\xa0\\x80\\xe2\\x82");
}

BOOST_AUTO_TEST_CASE(line_ends_stay_where_they_are_meant) {
  BOOST_TEST(shown("a,b\n\x1b\t1\r\n", LineEnds::kept) == "a,b\n\\x1b\t1\\r\n");
}

BOOST_AUTO_TEST_SUITE_END()
