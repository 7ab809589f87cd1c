# WebAssembly by Debian's Emscripten, run under node:
# `cmake -DCMAKE_TOOLCHAIN_FILE=toolchains/wasm.cmake`. Not through emcmake, whose emulator options
# current versions of node refuse.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)

# Emscripten's optimiser is a node program and needs Debian's node modules while it links.
set(CMAKE_C_LINKER_LAUNCHER "${CMAKE_COMMAND};-E;env;NODE_PATH=/usr/share/nodejs")
set(CMAKE_CXX_LINKER_LAUNCHER "${CMAKE_COMMAND};-E;env;NODE_PATH=/usr/share/nodejs")
set(CMAKE_CROSSCOMPILING_EMULATOR node)

# The glue code would fetch its .wasm as if over the network; the script below reads the file beside
# it. Keep unflushed output at exit, and let memory grow.
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "--pre-js ${CMAKE_CURRENT_LIST_DIR}/read_wasm_in_node.js -sEXIT_RUNTIME=1 -sALLOW_MEMORY_GROWTH=1")
