import {
  getLanguageModel,
  type LanguageModelState,
  testLanguageModel,
} from '@lectern/contract/features/language-model.ts';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import { Switch } from '../../components/switch.tsx';
import { TextareaField, TextField } from '../../components/text-field.tsx';
import { useFormat } from '../../lib/format.ts';
import { joinClauses, labelled } from '../../lib/i18n/punctuation.ts';
import { fillText, useLanguage, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { fromZonedInput, zoneName } from '../../lib/zoned-time.ts';
import { fieldOf, NumberField } from './settings-field.tsx';
import { settingsLimits } from './settings-values.ts';
import type { SettingsForm } from './use-settings-form.ts';
import './language-model-panel.css';

export function SummarySection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings } = texts;
  const { sentencesMin, sentencesMax, tokensMax } = settingsLimits;
  return (
    <Card title={settings.summaries} text={settings.summariesText}>
      <div className="form-grid">
        <SelectField
          {...fieldOf(form, 'summaryEngine', texts)}
          label={settings.summaryEngine}
          hint={settings.summaryEngineHint}
          disabled={readOnly}
          options={(['auto', 'extracted'] as const).map((value) => ({ value, label: settings.summaryEngines[value] }))}
        />
        <NumberField
          {...{ form, readOnly }}
          name="summarySentences"
          required
          label={settings.summarySentences}
          hint={fillText(settings.summarySentencesHint, { min: sentencesMin, max: sentencesMax })}
          min={sentencesMin}
          max={sentencesMax}
        />
        <NumberField
          {...{ form, readOnly }}
          name="monthlyTokens"
          label={settings.monthlyTokens}
          hint={settings.monthlyTokensHint}
          min={0}
          max={tokensMax}
        />
      </div>
      <LanguageModelPanel mayTest={!readOnly} />
    </Card>
  );
}

/** The operator's language model: whether one is configured, whether it responds, and its usage. */
function LanguageModelPanel({ mayTest }: { mayTest: boolean }) {
  const { model: words } = useTexts().settings;
  const { data, error } = useQuery(queryOf(getLanguageModel, {}, { quiet: true }));
  return (
    <section className="language-model" aria-label={words.title}>
      <h3>{words.title}</h3>
      {data?.configured && <Configured state={data} mayTest={mayTest} />}
      {data && !data.configured && (
        <>
          <Status tone="idle">{words.none}</Status>
          <p>{words.noneText}</p>
          <ul>
            {data.missing.map((name) => (
              <li key={name}>
                <code>{name}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      {error && !data && <p>{words.unknown}</p>}
      {!data && !error && (
        <SkeletonRegion>
          <Skeleton width="60%" />
        </SkeletonRegion>
      )}
    </section>
  );
}

function Configured({ state, mayTest }: { state: LanguageModelState; mayTest: boolean }) {
  const { settings, languageModel } = useTexts();
  const language = useLanguage();
  const { model: words } = settings;
  const format = useFormat();
  const test = useMutationOf(testLanguageModel, { invalidates: [getLanguageModel] });
  const { calls, failed, tokens, cost, tokensAllowed } = state.month;
  const used = fillText(tokensAllowed === null ? words.monthOf : words.monthAllowed, {
    calls: format.number(calls),
    tokens: format.number(tokens),
    allowed: format.number(tokensAllowed ?? 0),
  });
  const facts = [
    { label: words.host, value: state.host },
    { label: words.name, value: state.model },
    { label: words.timeout, value: format.timeTaken(state.timeoutSeconds * 1000) },
    {
      label: words.month,
      value: failed > 0 ? joinClauses(used, fillText(words.failed, { count: format.number(failed) })) : used,
    },
    ...(cost === null ? [] : [{ label: words.cost, value: format.cost(cost) }]),
  ];
  const result = test.data;
  return (
    <>
      <Status tone="ok">{words.configured}</Status>
      <FactList facts={facts} />
      <p>{words.key}</p>
      {mayTest && (
        <div className="language-model-test">
          <Button busy={test.isPending} onClick={() => test.mutate({})}>
            {words.test}
          </Button>
          <span role="status">
            {result?.answered && (
              <Status tone="ok">{fillText(words.answered, { time: format.timeTaken(result.milliseconds) })}</Status>
            )}
            {result && !result.answered && (
              <>
                <Status tone="bad">
                  {result.cause ? labelled(words.notAnswered, languageModel.failures[result.cause]) : words.notAnswered}
                </Status>{' '}
                {(!result.cause || language === 'en') && <small>{result.sentence}</small>}
              </>
            )}
          </span>
        </div>
      )}
    </>
  );
}

const levels = ['info', 'warning'] as const;

export function AnnouncementSection({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings, words } = texts;
  const { values } = form;
  return (
    <Card
      title={settings.announcement}
      text={settings.announcementText}
      aside={form.changed.includes('announcementOn') && <span className="field-changed">{words.changed}</span>}
    >
      <div className="card-body">
        <Switch
          label={settings.announcementOn}
          checked={values.announcementOn}
          onChange={(on) => form.set('announcementOn', on)}
          disabled={readOnly}
        />
      </div>
      {values.announcementOn && <AnnouncementFields form={form} readOnly={readOnly} />}
    </Card>
  );
}

function AnnouncementFields({ form, readOnly }: { form: SettingsForm; readOnly: boolean }) {
  const texts = useTexts();
  const { settings } = texts;
  const { values, timeZone } = form;
  const until = fromZonedInput(values.announcementUntil, timeZone);
  const past = until !== null && Date.parse(until) <= Date.now();
  return (
    <>
      <div className="form-grid">
        <TextareaField
          {...fieldOf(form, 'announcementText', texts)}
          label={settings.announcementMessage}
          readOnly={readOnly}
          rows={2}
          wide
          required
        />
        <SelectField
          {...fieldOf(form, 'announcementLevel', texts)}
          label={settings.announcementLevel}
          options={levels.map((value) => ({ value, label: settings.levels[value] }))}
          disabled={readOnly}
        />
        <TextField
          {...fieldOf(form, 'announcementUntil', texts)}
          label={settings.announcementUntil}
          hint={
            past ? settings.announcementPast : fillText(settings.announcementUntilHint, { zone: zoneName(timeZone) })
          }
          type="datetime-local"
          readOnly={readOnly}
        />
      </div>
      <div className="settings-preview">
        <h3>{settings.preview}</h3>
        <Banner tone={values.announcementLevel} icon="megaphone" label={settings.preview}>
          {values.announcementText.trim() || <span className="settings-quiet">{settings.previewEmpty}</span>}
        </Banner>
      </div>
    </>
  );
}
