import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProgramResult } from '../sandbox/port.ts';
import { mostPreviewPages, type Recipe } from './port.ts';

const pages = `1-${mostPreviewPages}`;

/** What LibreOffice is told to do with a document, where the preview will be, and how far it came. */
export type OfficeStart = {
  args: readonly string[];
  pdf: string;
  /** Its exit code says nothing of this. */
  stepsOf(result: ProgramResult, report: string): { started: boolean; loaded: boolean; drawn: boolean };
};

export function officeStart(recipe: Recipe, source: string, folder: string): OfficeStart {
  return recipe.drawnBy ? byItself(recipe.drawnBy, source, folder) : byMacro(recipe, source, folder);
}

function byItself(filter: string, source: string, folder: string): OfficeStart {
  const options = {
    PageRange: { type: 'string', value: pages },
    // So that the n-th page is the n-th slide.
    ExportHiddenSlides: { type: 'boolean', value: 'true' },
  };
  return {
    args: ['--convert-to', `pdf:${filter}:${JSON.stringify(options)}`, '--outdir', folder, source],
    pdf: path.join(folder, `${path.parse(source).name}.pdf`),
    stepsOf({ stdout, stderr }) {
      const said = stdout.toString('utf8');
      const loaded = said.includes('convert ');
      const refused = stderr.includes('could not be loaded') || said.includes('could not be loaded');
      return { started: loaded || refused, loaded, drawn: loaded };
    },
  };
}

function byMacro(recipe: Recipe, source: string, folder: string): OfficeStart {
  const values = [
    ...[pathToFileURL(source).href, pathToFileURL(folder).href],
    ...[recipe.importFilter ?? '', recipe.importOptions ?? '', pages],
    ...[recipe.copyFilter ?? '', recipe.copyFormat ? `copy.${recipe.copyFormat}` : ''],
  ];
  return {
    args: [`macro:///Standard.Preview.Convert(${values.map((value) => `"${value}"`).join(',')})`],
    pdf: path.join(folder, 'preview.pdf'),
    stepsOf: (_, report) => ({
      started: report.includes('started'),
      loaded: report.includes('loaded'),
      drawn: report.includes('drawn'),
    }),
  };
}
