import { NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMerchantValue } from '../../parts/merchant/merchant-value.ts';
import { useFieldLabel } from '../../parts/merchant/path-label.ts';
import { useWords } from '../../words/language.ts';
import classes from './boarding.module.css';
import { type FieldParts, useForm } from './form-context.ts';
import { chosenVariant, type FormSchema, valueAt } from './form-schema.ts';

/** The fields of an object: the required ones, and the others below on demand. */
export function SchemaGroup({ schema, name, path, isRequired }: FieldParts) {
  const label = useFieldLabel();
  const { record } = useForm();
  const fields = <Members schema={schema} path={path} value={valueAt(record, path)} />;
  if (path === '') return fields;
  return (
    <fieldset className={classes.group} data-path={path}>
      <legend>
        {label(name)} {isRequired && <span aria-hidden>*</span>}
      </legend>
      {fields}
    </fieldset>
  );
}

function Members({ schema, path, value }: { schema: FormSchema; path: string; value: unknown }) {
  const { discriminatedBy } = schema;
  const { properties = {}, required = [] } = chosenVariant(schema, value);
  const { findings, Field } = useForm();
  const at = (name: string) => (path === '' ? name : `${path}.${name}`);
  const names = Object.keys(properties).filter((name) => name !== discriminatedBy);
  const isUsed = (name: string) => [...findings.keys()].some((found) => found.startsWith(at(name)));
  const isAlternative = (name: string) => properties[name]?.requiredWithout !== undefined;
  const first = names.filter((name) => required.includes(name) || isAlternative(name) || isUsed(name));
  const others = names.filter((name) => !first.includes(name));
  const field = (name: string) => (
    <Field
      key={name}
      schema={properties[name] ?? {}}
      name={name}
      path={at(name)}
      isRequired={required.includes(name)}
    />
  );
  return (
    <>
      <div className={classes.fields}>
        {discriminatedBy !== undefined && (
          <VariantField schema={schema} name={discriminatedBy} path={at(discriminatedBy)} />
        )}
        {first.map(field)}
      </div>
      {others.length > 0 && <OtherFields count={others.length}>{() => others.map(field)}</OtherFields>}
    </>
  );
}

/** Optional fields. They render when the group opens, because a merchant has more than a hundred. */
function OtherFields({ count, children }: { count: number; children: () => ReactNode }) {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={classes.others} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('boarding.more', { count })}</summary>
      {isOpen && <div className={classes.fields}>{children()}</div>}
    </details>
  );
}

/** Selects the kind of an object. */
function VariantField({ schema, name, path }: { schema: FormSchema; name: string; path: string }) {
  const { t } = useWords();
  const label = useFieldLabel();
  const valueLabel = useMerchantValue();
  const { record, set, findings } = useForm();
  return (
    <NativeSelect
      label={label(name)}
      value={String(valueAt(record, path) ?? '')}
      error={findings.get(path)}
      data-path={path}
      onChange={(event) => set(path, event.currentTarget.value || undefined)}
    >
      <option value="">{t('boarding.choose')}</option>
      {Object.keys(schema.variants ?? {}).map((kind) => (
        <option key={kind} value={kind}>
          {valueLabel(path, kind)}
        </option>
      ))}
    </NativeSelect>
  );
}
