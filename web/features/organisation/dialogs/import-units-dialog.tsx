import { collegeImport, collegeImportEndpoints } from '@lectern/contract/features/college.ts';
import { departmentImport, departmentImportEndpoints } from '@lectern/contract/features/department.ts';
import { positionImport, positionImportEndpoints } from '@lectern/contract/features/position.ts';
import type { ImportDeclaration, ImportEndpoints } from '@lectern/contract/import/define-import.ts';
import type { ImportDefinition } from '../../../components/import/import-definition.ts';
import { ImportDialog } from '../../../components/import/import-dialog.tsx';
import { useStore } from '../../../lib/store.ts';
import { closeUnitDialog, unitDialog } from '../unit-dialog.ts';
import type { UnitType } from '../unit-spec.ts';
import { unitSpecs } from '../unit-specs.ts';

function definitionOf(type: UnitType, declaration: ImportDeclaration, endpoints: ImportEndpoints): ImportDefinition {
  return {
    declaration,
    endpoints,
    title: (texts) => texts[type].import,
    fieldName: (field, { organisation }) => {
      const { form } = organisation;
      return field in form ? form[field as keyof typeof form] : field;
    },
    existing: (texts) => texts[type].importExisting,
    note: (texts) => texts[type].importNote,
    invalidates: unitSpecs[type].stale,
  };
}

const definitions: Record<UnitType, ImportDefinition> = {
  college: definitionOf('college', collegeImport, collegeImportEndpoints),
  department: definitionOf('department', departmentImport, departmentImportEndpoints),
  position: definitionOf('position', positionImport, positionImportEndpoints),
};

export function ImportUnitsDialog() {
  const open = useStore(unitDialog);
  if (open?.kind !== 'import') return null;
  return <ImportDialog definition={definitions[open.type]} onClose={closeUnitDialog} />;
}
