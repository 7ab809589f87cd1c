// Runs every NAME.onnx of a folder on NAME.cells (float32, row after row) and writes the floats of
// its first output, and the numbers of the classes, to NAME.answers, one per line:
// node run.mjs FOLDER
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as ort from "onnxruntime-web";

ort.env.wasm.numThreads = 1;
ort.env.logLevel = "error";
const folder = process.argv[2];
for (const file of readdirSync(folder).filter((name) => name.endsWith(".onnx"))) {
  const path = join(folder, file.slice(0, -".onnx".length));
  const bytes = readFileSync(path + ".cells");
  const cells = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const session = await ort.InferenceSession.create(new Uint8Array(readFileSync(path + ".onnx")));
  const columns = session.inputMetadata[0].shape[1];
  const input = new ort.Tensor("float32", cells, [cells.length / columns, columns]);
  const answers = await session.run({ [session.inputNames[0]]: input });
  const first = answers[session.outputNames[0]].data;
  const labels = answers.label === undefined ? [] : answers.label.data;
  writeFileSync(path + ".answers", [...first, ...labels].map(String).join("\n") + "\n");
}
