# Commands for a fresh Debian 12. Each installs what is missing and says what it does. For daily
# work use the CMake presets: cmake --preset dev && cmake --build --preset dev && ctest --preset dev
.PHONY: help demo check test test-devices sizes clean

help:
	@echo 'make demo   install what building needs, build, fit a table and show which features were learned,'
	@echo '            then build the page and serve it until Ctrl-C (make demo SERVE=0 returns instead)'
	@echo 'make check  format, guards and the quick tests, in three minutes once it is built: before every commit'
	@echo 'make test   install what testing needs, then build and test natively, with sanitizers and as WebAssembly'
	@echo 'make test-devices  install cross-compilers and emulators, then build and test for every device'
	@echo 'make sizes  code, stack and WebAssembly sizes beside those of main (make sizes BASE=<commit>)'
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

check:
	@toolchains/setup build test
	@toolchains/test check

test:
	@toolchains/setup build web test
	@cd tests/exports/onnx && test -d node_modules || npm ci --silent || echo 'No ONNX runtime from npm: its tests are skipped'
	@toolchains/test dev asan fuzz bits-gcc-O0 bits-gcc-O3 bits-clang-O2 wasm npm:wasm npm:web

test-devices:
	@toolchains/setup build devices
	@toolchains/test cortex-m0plus cortex-m3 cortex-m4f cortex-m7 cortex-m33 cortex-m55 riscv32 \
	  aarch64 aarch64-simd armhf riscv64 static-x86-64

sizes:
	@toolchains/setup build web devices
	@python3 toolchains/sizes.py $(BASE)

clean:
	@rm -rf build
