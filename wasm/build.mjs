// `npm run build`: TypeScript and both builds of the module into dist. What CMake makes stays in build/wasm-package of the
// project, or where RFM_WASM_BUILDS says, so that the next build compiles only what changed.
import { execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const builds = process.env.RFM_WASM_BUILDS ?? `${here}../build/wasm-package`
const run = (program, ...words) => execFileSync(program, words, { cwd: here, stdio: ['ignore', 'inherit', 'inherit'] })

// Configures and builds one kind, and takes its modules: [target, file in dist].
function build(name, flags, modules) {
  const folder = `${builds}/${name}`
  run('cmake', '-S', '.', '-B', folder, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=Release', '-DCMAKE_CXX_FLAGS_RELEASE=-O2',
    `-DCMAKE_CXX_FLAGS=${flags}`, '-DCMAKE_TOOLCHAIN_FILE=../toolchains/wasm.cmake')
  for (const [target, file] of modules) {
    run('cmake', '--build', folder, '--parallel', String(Math.min(cpus().length, 2)), '--target', `rfm_${target}`)
    copyFileSync(`${folder}/${target}.wasm`, `${here}dist/${file}`)
  }
}

rmSync(`${here}dist`, { recursive: true, force: true })
run(process.execPath, 'node_modules/typescript/bin/tsc')
build('plain', '', [['rfm', 'rfm.wasm'], ['leave', 'leave.wasm'], ['predict', 'predict.wasm']])
build('simd', '-msimd128', [['rfm', 'rfm-simd.wasm']])
