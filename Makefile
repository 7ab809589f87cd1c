# Two commands for a fresh Debian 12, `make demo` and `make test`; each installs what is missing and says what it does.
# For daily work use the CMake presets: cmake --preset dev && cmake --build --preset dev && ctest --preset dev
.PHONY: help demo test test-devices clean

help:
	@echo 'make demo   install what building needs, build, fit a table and show which features were learned,'
	@echo '            then build the page and serve it until Ctrl-C (make demo SERVE=0 returns instead)'
	@echo 'make test   install what testing needs, then build and test natively, with sanitizers and as WebAssembly'
	@echo 'make test-devices  install cross-compilers and emulators, then build and test for every device'
	@echo 'make clean  remove everything that was built'

demo:
	@toolchains/setup build web
	@echo 'Building the library and the demonstration in build/demo'
	@cmake --preset release -B build/demo -DRFM_BUILD_TESTS=OFF -DRFM_BUILD_XTENSOR=OFF >/dev/null
	@cmake --build build/demo --target rfm_example_demo -- --quiet
	@build/demo/bin/rfm_example_demo
	@echo 'Building the page in web/dist'
	@mkdir -p build && { toolchains/npm_build wasm web >build/page.log 2>&1 || { tail -n 20 build/page.log; exit 1; }; }
ifneq ($(SERVE),0)
	@cd web && ../toolchains/with_node npm run --silent serve
endif

test:
	@toolchains/setup build web test
	@cd tests/exports/onnx && test -d node_modules || npm ci --silent || echo 'No ONNX runtime from npm: its tests are skipped'
	@toolchains/test dev asan fuzz bits-gcc-O0 bits-gcc-O3 bits-clang-O2 wasm wasm-simd npm:wasm npm:web

test-devices:
	@toolchains/setup build devices
	@toolchains/test cortex-m0plus cortex-m3 cortex-m4f cortex-m7 cortex-m33 cortex-m55 riscv32 \
	  aarch64 aarch64-simd armhf riscv64 static-x86-64

clean:
	@rm -rf build
