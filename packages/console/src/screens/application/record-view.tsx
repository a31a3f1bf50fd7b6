import type { ScreeningHit } from '@cardwright/contract';
import { useMerchantValue } from '../../parts/merchant/merchant-value.ts';
import { usePathLabel } from '../../parts/merchant/path-label.ts';
import { Panel } from '../../parts/page/panel.tsx';
import { AlertIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import classes from './application.module.css';
import { type RecordField, type RecordGroup, recordGroups } from './record-fields.ts';

/** The fields that are picked for an information request. */
export interface FieldSelection {
  readonly picked: ReadonlySet<string>;
  readonly pick: (path: string) => void;
}

interface RecordParts {
  readonly record: Readonly<Record<string, unknown>>;
  readonly hits: readonly ScreeningHit[];
  readonly picking: FieldSelection | undefined;
}

/** Further groups are collapsed, because a merchant can have two hundred terminals. */
const OPEN_AT_FIRST = 6;

/** Shows a merchant as it was sent, and marks the screening hits at their fields. */
export function RecordView({ record, hits, picking }: RecordParts) {
  const { t, locale } = useWords();
  const figure = new Intl.NumberFormat(locale);
  const standing = new Set(hits.filter(({ state }) => state !== 'CLEARED').map(({ path }) => path));
  return (
    <Panel title={t('record.title')}>
      {recordGroups(record).map((group, at) => (
        <details key={group.id} open={at < OPEN_AT_FIRST} className={classes.group}>
          <summary>
            {t(group.word)} {group.entry !== undefined && figure.format(group.entry)}
          </summary>
          <Fields group={group} standing={standing} picking={picking} />
        </details>
      ))}
    </Panel>
  );
}

interface FieldsParts {
  readonly group: RecordGroup;
  readonly standing: ReadonlySet<string | undefined>;
  readonly picking: FieldSelection | undefined;
}

function Fields({ group, standing, picking }: FieldsParts) {
  const valueLabel = useMerchantValue();
  return (
    <dl className={classes.fields}>
      {group.fields.map((field) => (
        <div key={field.path} className={classes.field} data-hit={standing.has(field.path) || undefined}>
          <dt>
            <FieldName field={field} picking={picking} />
          </dt>
          <dd>
            {standing.has(field.path) && <HitMark />}
            <bdi>{valueLabel(field.path, field.value)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldName({ field: { path, name }, picking }: { field: RecordField; picking: FieldSelection | undefined }) {
  const fieldLabel = <bdi>{usePathLabel()(name)}</bdi>;
  if (picking === undefined) return fieldLabel;
  return (
    <label className={classes.pick}>
      <input
        type="checkbox"
        className={classes.box}
        checked={picking.picked.has(path)}
        onChange={() => picking.pick(path)}
        data-path={path}
      />
      {fieldLabel}
    </label>
  );
}

function HitMark() {
  const { t } = useWords();
  return (
    <span className={classes.mark}>
      <AlertIcon size={14} aria-label={t('record.hitHere')} />
    </span>
  );
}
