import { Link } from '@tanstack/react-router';
import { useHasScope } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './controls.module.css';
import type { SettingsResponse } from './settings-draft.ts';

/** Names the program that provides some of the values, and explains how an account sets its own. */
export function InheritedNotice({ from }: { from: NonNullable<SettingsResponse['inherited']> }) {
  const { t } = useWords();
  const mayRead = useHasScope('programs:read');
  const { product_code: productCode, program_version: version, fields } = from;
  return (
    <p className={classes.about}>
      {t('controls.inheritedAbout', { count: fields.length })}{' '}
      {mayRead && (
        <Link to="/programs/$productCode" params={{ productCode }} className={classes.inText}>
          <bdi dir="ltr">{productCode}</bdi>, {t('programs.version', { version })}
        </Link>
      )}
    </p>
  );
}
