import type { ProgramProvisioning } from '@cardwright/contract';
import { TextInput } from '@mantine/core';
import { Facts } from '../../parts/page/facts.tsx';
import { faultAt, type TypedFault } from '../../parts/page/findings.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { WordSelect } from '../../parts/value/word-select.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import classes from './programs.module.css';

type Count = 'tokensOfCard' | 'cardsOfDevice' | 'declinesIn24h';
type Score = 'lowScores' | 'unknownScores';

/** The settings for requests for tokens, each with its default. */
const COUNTS: Readonly<Record<Count, { readonly word: WordKey; readonly usual: number }>> = {
  tokensOfCard: { word: 'tokenSetting.tokensOfCard', usual: 10 },
  cardsOfDevice: { word: 'tokenSetting.cardsOfDevice', usual: 5 },
  declinesIn24h: { word: 'tokenSetting.declinesIn24h', usual: 5 },
};
const SCORES: Readonly<Record<Score, WordKey>> = {
  lowScores: 'tokenSetting.lowScores',
  unknownScores: 'tokenSetting.unknownScores',
};
const OUTCOMES: Readonly<Record<string, WordKey>> = {
  '': 'program.notSet',
  APPROVED: 'status.approved',
  APPROVED_WITH_CODE: 'status.approvedWithCode',
};

interface FieldsParts {
  readonly of: ProgramProvisioning | undefined;
  readonly set: (provisioning: ProgramProvisioning) => void;
  readonly faults: readonly TypedFault[];
}

/** Edits how requests for tokens are decided: the limits that count them, and the effect of scores. */
export function ProvisioningFields({ of = {}, set, faults }: FieldsParts) {
  const { t } = useWords();
  const change = (name: Count | Score, value: string | number) => {
    const { [name]: _, ...others } = of;
    set(value === '' ? others : ({ ...others, [name]: value } as ProgramProvisioning));
  };
  return (
    <Panel title={t('tokenSetting.title')}>
      <div className={classes.grid}>
        {(Object.keys(COUNTS) as Count[]).map((name) => (
          <TextInput
            key={name}
            label={t(COUNTS[name].word)}
            placeholder={t('tokenSetting.none', { value: COUNTS[name].usual })}
            value={String(of[name] ?? '')}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            error={faultAt(faults, `provisioning.${name}`)}
            onChange={({ currentTarget: { value } }) =>
              change(name, /^\d+$/.test(value) ? Number(value) : value.trim())
            }
          />
        ))}
        {(Object.keys(SCORES) as Score[]).map((name) => (
          <WordSelect
            key={name}
            label={t(SCORES[name])}
            value={of[name] ?? ''}
            words={OUTCOMES}
            error={faultAt(faults, `provisioning.${name}`)}
            onChange={(value) => change(name, value)}
          />
        ))}
      </div>
    </Panel>
  );
}

/** The name and the value of a setting for people. */
function useDescription() {
  const { t, locale } = useWords();
  return (name: string, value: unknown) => {
    const word = COUNTS[name as Count]?.word ?? SCORES[name as Score];
    const outcome = OUTCOMES[String(value)];
    const isCount = /^\d+$/.test(String(value));
    const text = isCount ? new Intl.NumberFormat(locale).format(Number(value)) : String(value);
    return { name: word === undefined ? name : t(word), value: outcome === undefined ? text : t(outcome) };
  };
}

/** Shows the settings of a version that differ from the defaults. */
export function ProvisioningFacts({ of }: { of: ProgramProvisioning }) {
  const { t } = useWords();
  const describe = useDescription();
  const facts = Object.entries(of).map(([name, value]) => describe(name, value));
  if (facts.length === 0) return null;
  return (
    <>
      <h3 className={classes.heading}>{t('tokenSetting.title')}</h3>
      <Facts facts={facts} />
    </>
  );
}

/** The name of a changed setting, and its value on one side of the change. */
export function useProvisioningDifference() {
  const { t } = useWords();
  const describe = useDescription();
  return (field: string, value: string | null) => {
    const { name, value: text } = describe(field, value);
    return { name, value: value === null ? t('program.nothing') : text };
  };
}
