export {
  samplePart,
  sampleReading,
  sampleRendition,
  sampleStep,
} from '../../../../components/resource/testing/sample-reading.ts';
