import {
  getLanguageModel,
  type LanguageModelState,
  testLanguageModel,
} from '@lectern/contract/features/language-model.ts';
import { fallbackWords } from '@lectern/contract/features/summary-words.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import './language-model-panel.css';

/** The operator's language model: whether there is one, whether it answers, and what it used. */
export function LanguageModelPanel({ mayTest }: { mayTest: boolean }) {
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
  const { model: words } = useTexts().settings;
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
    { label: words.timeout, value: format.duration(state.timeoutSeconds * 1000) },
    {
      label: words.month,
      value: failed > 0 ? `${used}, ${fillText(words.failed, { count: format.number(failed) })}` : used,
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
              <Status tone="ok">{fillText(words.answered, { time: format.duration(result.milliseconds) })}</Status>
            )}
            {result && !result.answered && (
              <>
                <Status tone="bad">
                  {words.notAnswered}
                  {result.cause && `: ${inLanguage(fallbackWords)[result.cause]}`}
                </Status>{' '}
                <small>{result.sentence}</small>
              </>
            )}
          </span>
        </div>
      )}
    </>
  );
}
