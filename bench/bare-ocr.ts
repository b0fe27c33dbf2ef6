import { readFileSync, writeFileSync } from 'node:fs';
import { deserialize, serialize } from 'node:v8';
import { bundledModels } from '../server/engines/ocr/ocr-models.ts';
import { defaultOcrOptions } from '../server/engines/ocr/port.ts';
import { readPage } from '../server/engines/ocr/read-page.ts';
import type { Model, NumberTensor } from '../server/engines/ocr/reader.ts';
import { openModel, openReader } from '../server/engines/ocr/reader.ts';

/**
 * Runs the OCR models alone, without Lectern's code. `note PICTURE FILE` records the model inputs for a picture; `run
 * FILE` replays them and does nothing else.
 */
type Part = 'detector' | 'recogniser' | 'classifier';
type Question = { part: Part; input: NumberTensor };

const [task, ...files] = process.argv.slice(2);
if (task === 'note') await note(files[0] ?? '', files[1] ?? '');
else await run(files[0] ?? '');

async function note(picture: string, file: string): Promise<void> {
  const reader = await openReader(bundledModels);
  const questions: Question[] = [];
  const noting =
    (part: Part, model: Model): Model =>
    (input) => {
      questions.push({ part, input: { data: input.data.slice(), shape: [...input.shape] } });
      return model(input);
    };
  const noted = {
    detector: noting('detector', reader.detector),
    recogniser: { ...reader.recogniser, model: noting('recogniser', reader.recogniser.model) },
    classifier: noting('classifier', reader.classifier),
  };
  await readPage(noted, { file: picture }, defaultOcrOptions);
  writeFileSync(file, serialize(questions));
}

async function run(file: string): Promise<void> {
  const models: Record<Part, Model> = {
    detector: await openModel(bundledModels.detector, 1),
    recogniser: await openModel(bundledModels.recogniser, 1),
    classifier: await openModel(bundledModels.classifier, 1),
  };
  for (const { part, input } of deserialize(readFileSync(file)) as Question[]) await models[part](input);
}
