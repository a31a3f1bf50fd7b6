import { NativeSelect, TextInput } from '@mantine/core';
import { faultAt, type TypedFault } from '../../parts/page/findings.tsx';
import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import type { EndpointDraft } from './endpoint-draft.ts';
import classes from './webhooks.module.css';

interface OauthParts {
  readonly draft: EndpointDraft;
  readonly faults: readonly TypedFault[];
  readonly set: (change: Partial<EndpointDraft>) => void;
}

type TextField = 'tokenUrl' | 'clientId' | 'clientSecret' | 'scope';
interface OauthField {
  readonly name: TextField;
  /** The name in the interface. */
  readonly path: string;
  readonly word: WordKey;
  readonly isRequired: boolean;
  readonly type?: 'password' | 'url';
}

const FIELDS: readonly OauthField[] = [
  { name: 'tokenUrl', path: 'oauth.token_url', word: 'oauth.tokenUrl', isRequired: true, type: 'url' },
  { name: 'clientId', path: 'oauth.client_id', word: 'oauth.clientId', isRequired: true },
  {
    name: 'clientSecret',
    path: 'oauth.client_secret',
    word: 'oauth.clientSecret',
    isRequired: true,
    type: 'password',
  },
  { name: 'scope', path: 'oauth.scope', word: 'oauth.scope', isRequired: false },
];

/** Fields for the token server of an endpoint that requires an access token with each delivery. */
export function OauthFields({ draft, faults, set }: OauthParts) {
  const { t } = useWords();
  const isThere = draft.oauth === 'kept' || draft.tokenUrl !== '';
  return (
    <fieldset className={classes.group}>
      <legend>{t('endpoint.oauth')}</legend>
      <NativeSelect
        aria-label={t('endpoint.oauth')}
        value={draft.oauth}
        onChange={(event) => set({ oauth: event.currentTarget.value as EndpointDraft['oauth'] })}
      >
        <option value="none">{t('endpoint.noOauth')}</option>
        {isThere && <option value="kept">{t('oauth.stored')}</option>}
        <option value="set">{t('oauth.set')}</option>
      </NativeSelect>
      {draft.oauth === 'set' &&
        FIELDS.map(({ name, path, word, isRequired, type = 'text' }) => (
          <TextInput
            key={name}
            label={t(word)}
            value={draft[name]}
            error={faultAt(faults, path)}
            type={type}
            dir="ltr"
            maxLength={500}
            autoComplete="off"
            required={isRequired}
            onChange={(event) => set({ [name]: event.currentTarget.value })}
          />
        ))}
    </fieldset>
  );
}
