import { Button } from '@mantine/core';
import { useFieldLabel } from '../../parts/merchant/path-label.ts';
import { useWords } from '../../words/language.ts';
import classes from './boarding.module.css';
import { type FieldParts, useForm } from './form-context.ts';
import { emptyRecord, valueAt } from './form-schema.ts';

/** The entries of a list, which people add and remove. */
export function SchemaList({ schema, name, path, isRequired }: FieldParts) {
  const { t, locale } = useWords();
  const label = useFieldLabel();
  const { record, set, findings, Field } = useForm();
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  const value = valueAt(record, path);
  const entries: readonly unknown[] = Array.isArray(value) ? value : [];
  const figure = new Intl.NumberFormat(locale);
  const title = label(name);
  const found = findings.get(path);
  return (
    <fieldset className={classes.group} data-path={path}>
      <legend>
        {title} {isRequired && <span aria-hidden>*</span>}
      </legend>
      {found !== undefined && (
        <p role="alert" className={classes.found}>
          {found}
        </p>
      )}
      {entries.map((_entry, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the entry
        <div key={at} className={classes.entry}>
          <Field schema={items} name={`${title} ${figure.format(at + 1)}`} path={`${path}[${at}]`} isRequired={false} />
          {entries.length > minItems && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t('boarding.removeEntry', { name: title, count: figure.format(at + 1) })}
              onClick={() =>
                set(
                  path,
                  entries.filter((_other, place) => place !== at),
                )
              }
            >
              {t('boarding.remove')}
            </Button>
          )}
        </div>
      ))}
      {entries.length < maxItems && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => set(path, [...entries, emptyRecord(items) ?? ''])}
            data-add={path}
          >
            {t('boarding.add', { name: title })}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
