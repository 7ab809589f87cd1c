# Commands for a fresh Debian 12. Each installs what is missing and says what it does. For daily
# work use the CMake presets: cmake --preset dev && cmake --build --preset dev && ctest --preset dev
.PHONY: help demo check test test-devices fuzz sanitize sizes mutants coverage soak release clean

help:
	@echo 'make demo   install what building needs, build, fit a table and show which features were learned,'
	@echo '            then build the page and serve it until Ctrl-C (make demo SERVE=0 returns instead)'
	@echo 'make check  format, guards and the quick tests, in three minutes once it is built: before every commit'
	@echo 'make test   install what testing needs, then build and test natively, with sanitizers and as WebAssembly'
	@echo 'make test-devices  install cross-compilers and emulators, then build and test for every device'
	@echo 'make fuzz   the fuzz targets for MINUTES=60, natively and for 32 bits; what they find stays in build/fuzz'
	@echo 'make sanitize  the suites under valgrind, and those with several threads under the thread sanitizer'
	@echo 'make sizes  code, stack and WebAssembly sizes beside those of main (make sizes BASE=<commit>)'
	@echo 'make mutants  change the sources in one place at a time and see whether the tests notice (COUNT=100 SEED=1)'
	@echo 'make coverage  the lines that the tests run, by floor'
	@echo 'make soak   10,000 fits, ended searches and failures in one process, natively, in node and in Chromium'
	@echo 'make release OUT=<folder>  tarball, npm package and static programs, built twice and compared'
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
	@toolchains/test dev asan fuzz fuzz32 bits-gcc-O0 bits-gcc-O3 bits-clang-O2 wasm npm:wasm npm:wasm/tests/next npm:web

test-devices:
	@toolchains/setup build devices
	@toolchains/test cortex-m0plus cortex-m3 cortex-m4f cortex-m7 cortex-m33 cortex-m55 riscv32 \
	  aarch64 aarch64-simd armhf riscv64 i386 static-x86-64

# Half of the time for each preset, and in each one target after the other.
MINUTES ?= 60
fuzz:
	@toolchains/setup build test
	@for preset in fuzz fuzz32; do cmake --preset $$preset -DRFM_FUZZ_SECONDS=$$(( $(MINUTES) * 60 / 14 )) -DRFM_FUZZ_SEED=0 >/dev/null || exit 1; done
	@toolchains/test fuzz fuzz32; status=$$?; \
	for preset in fuzz fuzz32; do cmake --preset $$preset -DRFM_FUZZ_SECONDS=4 -DRFM_FUZZ_SEED=1 >/dev/null; done; exit $$status

sanitize:
	@toolchains/setup build test
	@toolchains/memcheck
	@toolchains/test tsan

sizes:
	@toolchains/setup build web devices
	@python3 toolchains/sizes.py $(BASE)

mutants:
	@toolchains/setup build test
	@cd tests/exports/onnx && test -d node_modules || npm ci --silent
	@python3 tests/mutants/mutants.py --count $(or $(COUNT),100) --seed $(or $(SEED),1)

coverage:
	@toolchains/setup build test
	@python3 toolchains/coverage.py

soak:
	@toolchains/setup build web test
	@cmake --preset dev >/dev/null && cmake --build --preset dev --target rfm_test_soak -- --quiet
	@build/dev/bin/rfm_test_soak --color_output=no
	@toolchains/npm_build wasm && cd wasm && ../toolchains/with_node node tests/soak/soak.mjs

release:
	@test -n '$(OUT)' || { echo 'name a folder: make release OUT=<folder>'; exit 2; }
	@toolchains/setup build web devices
	@python3 toolchains/release/release.py '$(OUT)'

clean:
	@rm -rf build
