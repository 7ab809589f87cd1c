// What variant.cpp defines, once in each variant's namespace.
#pragma once
#include "rfm/core/engine.hpp"

namespace rfm {

namespace seam_baseline {
template <class T>
const Engine<T>* engine();
}
namespace seam_avx2 {
template <class T>
const Engine<T>* engine();
}
namespace seam_avx512 {
template <class T>
const Engine<T>* engine();
}
namespace seam_neon {
template <class T>
const Engine<T>* engine();
}
// For float alone.
namespace seam_avx2_unfused {
template <class T>
const Engine<T>* engine();
}
namespace seam_avx512_unfused {
template <class T>
const Engine<T>* engine();
}

}  // namespace rfm
