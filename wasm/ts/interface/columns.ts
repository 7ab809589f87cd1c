// Written by toolchains/lists.py from lib/rfm/core/cells/encoding_format.hpp.
export type ColumnKind = 'number' | 'yes/no' | 'category' | 'date'
