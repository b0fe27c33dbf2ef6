import * as ort from 'onnxruntime-node';

export type NumberTensor = { data: Float32Array; shape: readonly number[] };
/** A loaded model with one input and one output. */
export type Model = (input: NumberTensor) => Promise<NumberTensor>;

/** No arena: it would keep the memory of the largest page until the end. */
export async function openModel(file: string, threads: number): Promise<Model> {
  const session = await ort.InferenceSession.create(file, {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    enableCpuMemArena: false,
    enableMemPattern: false,
    logSeverityLevel: 3,
  });
  const [input = '', output = ''] = [session.inputNames[0], session.outputNames[0]];
  return async ({ data, shape }) => {
    const answer = await session.run({ [input]: new ort.Tensor('float32', data, [...shape]) });
    const tensor = answer[output];
    if (!tensor || !(tensor.data instanceof Float32Array)) throw new Error('The model returned no numbers.');
    return { data: tensor.data, shape: tensor.dims };
  };
}
