import { apiBase } from '@lectern/contract/constants.ts';
import {
  type ColumnNode,
  columnDetailEndpoints,
  columnFields,
  columnModes,
  columnSorts,
  listColumnActivity,
  setColumnCover,
  updateColumn,
} from '@lectern/contract/features/column.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { useNodeForm } from '../../../components/detail/use-node-form.ts';
import { Icon } from '../../../components/icon.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Switch } from '../../../components/switch.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { lineOf } from '../../../components/tree/tree-model.ts';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { call } from '../../../lib/api-client.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { askColumn } from '../column-dialog.ts';
import { useColumnActions } from '../use-column-actions.ts';
import { keepColumn, refreshColumns, useMayManage, useOpenedColumn } from '../use-columns.ts';
import { ColumnRuleField } from './column-rule-field.tsx';
import '../../../components/detail/detail.css';
import '../../../components/page-body.css';
import './column-settings.css';

export function ColumnSettings() {
  const { column, columns } = useOpenedColumn();
  const { column: texts, detail, words: common } = useTexts();
  const words = texts.form;
  const { form, lock, goOn, editable, onKeyDown } = useColumnForm(column);
  const { values } = form;
  const stored = valuesOf(column);
  const field = (name: 'name' | 'slug' | 'description' | 'itemLimit') => ({
    value: values[name],
    error: form.problems[name],
    changed: form.changed.includes(name),
    note: form.overtaken.includes(name) && fillText(detail.newerValue, { value: stored[name] || common.none }),
    'data-enter': 'saves',
    ...(editable && { onChange: (value: string) => form.set(name, value) }),
  });
  const sorts = values.mode === 'rule' ? { ...words.sorts, manual: words.ruleSort } : words.sorts;
  return (
    // Not a form element, because the filters inside have their own forms.
    <section className="column-settings" aria-label={words.label} onKeyDown={onKeyDown}>
      <DetailNotices lock={lock} onGoOn={goOn} form={form} />
      <div className="column-settings-fields">
        <TextField label={words.name} maxLength={100} autoComplete="off" {...field('name')} />
        <TextField
          label={words.slug}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          hint={words.slugHint}
          {...field('slug')}
        />
        <TextareaField wide label={words.description} maxLength={2000} {...field('description')} />
        <ColumnParentField column={column} columns={columns} editable={editable} />
        <ColumnCoverField column={column} editable={editable} />
        <div className="field-wide">
          <Switch
            label={words.visible}
            hint={words.visibleHint}
            checked={values.visible}
            disabled={!editable}
            onChange={(visible) => form.set('visible', visible)}
          />
        </div>
        <div className="field-wide column-settings-mode">
          <ChoiceField
            label={words.mode}
            hint={words.modeHints[values.mode]}
            value={values.mode}
            options={columnModes.map((mode) => ({
              value: mode,
              label: words.modes[mode],
              icon: mode === 'rule' ? 'filter' : 'list',
            }))}
            onChange={(mode) => editable && form.set('mode', mode)}
          />
        </div>
        {values.mode === 'rule' && (
          <ColumnRuleField
            value={values.rule}
            error={form.problems.rule}
            disabled={!editable}
            onChange={(rule) => form.set('rule', rule)}
          />
        )}
        <SelectField
          label={words.sort}
          value={values.sortRule}
          options={columnSorts.map((sort) => ({ value: sort, label: sorts[sort] }))}
          changed={form.changed.includes('sortRule')}
          disabled={!editable}
          onChange={(sort) => form.set('sortRule', sort)}
        />
        <TextField
          label={words.limit}
          type="number"
          min={1}
          max={10_000}
          hint={words.limitHint}
          {...field('itemLimit')}
        />
      </div>
      <DetailSaveBar edit={{ form, editable }} />
      <UnsavedGuard unsaved={form.changed.length > 0} />
    </section>
  );
}

type Props = { column: ColumnNode; columns: readonly ColumnNode[]; editable: boolean };

/** The parent column. Moving is a separate action and not part of the form. */
function ColumnParentField({ column, columns, editable }: Props) {
  const { column: words } = useTexts();
  const above = lineOf(columns, column.id).slice(0, -1);
  return (
    <div className="field">
      <span className="field-label">{words.form.parent}</span>
      <div className="column-settings-line">
        <span>{above.length === 0 ? words.form.top : above.map(({ name }) => name).join(' / ')}</span>
        {editable && (
          <Button size="small" onClick={() => askColumn({ kind: 'move', column })}>
            {words.menu.move}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The cover, taken from an image resource; changes are saved at once. */
function ColumnCoverField({ column, editable }: { column: ColumnNode; editable: boolean }) {
  const { column: texts } = useTexts();
  const words = texts.form;
  const client = useQueryClient();
  const set = useMutationOf(setColumnCover);
  const remove = () =>
    set.mutate(
      { params: { id: column.id }, body: { resourceId: null, version: column.version } },
      {
        onSuccess: (saved) => {
          keepColumn(client, saved);
          notify({ level: 'success', title: fillText(texts.done.cover, { name: saved.name }) });
        },
        onError: () => void refreshColumns(client),
      },
    );
  return (
    <div className="field">
      <span className="field-label">{words.cover}</span>
      <div className="column-settings-line">
        <span className="column-cover">
          {column.cover ? (
            <img src={apiBase + column.cover} alt={fillText(words.coverAlt, { name: column.name })} />
          ) : (
            <Icon name="image" />
          )}
        </span>
        {!column.cover && <span className="column-settings-quiet">{words.coverNone}</span>}
        {editable && (
          <>
            <Button size="small" onClick={() => askColumn({ kind: 'cover', column })}>
              {column.cover ? words.coverChange : words.coverChoose}
            </Button>
            {column.cover && (
              <Button size="small" look="quiet" busy={set.isPending} onClick={remove}>
                {words.coverRemove}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function useColumnForm(column: ColumnNode) {
  const texts = useTexts();
  const client = useQueryClient();
  const actions = useColumnActions();
  const refresh = () => refreshColumns(client);
  return useNodeForm({
    node: column,
    calls: columnDetailEndpoints,
    activity: listColumnActivity,
    mayEdit: useMayManage(),
    saveKey: 'column.save',
    valuesOf,
    bodyOf,
    check: (values) => problemsOf(values, texts),
    send: (request) => call(updateColumn, request, { quiet: true }),
    refresh,
    onSaved: (saved, before) => {
      keepColumn(client, saved);
      actions.told(fillText(texts.column.done.saved, { name: saved.name }), async () => {
        await actions.update(column.id, before);
        await refresh();
      });
    },
  });
}

/** Form values; the limit is text while it is being typed. */
type ColumnValues = Pick<ColumnNode, 'name' | 'slug' | 'description' | 'visible' | 'mode' | 'rule' | 'sortRule'> & {
  itemLimit: string;
};

function valuesOf(column: ColumnNode): ColumnValues {
  const { name, slug, description, visible, mode, rule, sortRule, itemLimit } = column;
  return {
    name,
    slug,
    description,
    visible,
    mode,
    rule,
    sortRule,
    itemLimit: itemLimit === null ? '' : String(itemLimit),
  };
}

function bodyOf(values: ColumnValues) {
  const { itemLimit, ...rest } = values;
  return { ...rest, itemLimit: itemLimit.trim() === '' ? null : Number(itemLimit) };
}

type Problems = Partial<Record<keyof ColumnValues, string>>;

/** Client-side validation. */
function problemsOf(values: ColumnValues, { column: { form }, words }: Texts): Problems {
  const body = bodyOf(values);
  const problems: Problems = {};
  if (!columnFields.name.safeParse(body.name).success) problems.name = words.required;
  if (!columnFields.slug.safeParse(body.slug).success) problems.slug = form.slugWrong;
  if (!columnFields.itemLimit.safeParse(body.itemLimit).success) problems.itemLimit = form.limitWrong;
  return problems;
}
