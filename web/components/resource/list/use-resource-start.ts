import { describeSelection, type ResourceAction } from '@lectern/contract/features/resource-action.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import type { CallOutput } from '../../../lib/callable.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeResourceDialog, type ResourceTarget, startOn } from './resource-dialog.ts';

/** Starts an action from its dialog, which closes on success and stays open on failure. */
export function useResourceStart(action: ResourceAction, target: ResourceTarget) {
  const [busy, setBusy] = useState(false);
  const start = async (input?: Record<string, unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await startOn(action, target, input);
      closeResourceDialog();
    } catch {
      // The shared failure handler shows the error.
      setBusy(false);
    }
  };
  return { busy, start };
}

/** Names the target: the resource's title, or the number of resources. */
export function useWhat({ row, count }: ResourceTarget): string {
  const { resource } = useTexts();
  const format = useFormat();
  return row ? `“${row.title}”` : fillText(resource.move.what, { count: format.number(count) });
}

export type SelectionDescription = CallOutput<typeof describeSelection>;

/** What the selected resources have in common. Never cached, because it must be current. */
export function useSelectionDescription({ list, selection }: ResourceTarget) {
  return useQuery<SelectionDescription, ApiError>({
    queryKey: ['resource.describeSelection', list, selection],
    queryFn: ({ signal }) => call(describeSelection, { body: { list, selection } }, { quiet: true, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
