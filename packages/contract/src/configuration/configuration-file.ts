import Type, { type Static } from 'typebox';
import { ConfiguredPartner } from '../authorization/read-partner.ts';
import { isJsonObject } from '../json/exact-number.ts';
import { parseJson } from '../json/parse-json.ts';
import { OnboardingRules, OnboardingRulesInForce } from '../merchants/rules/onboarding-rules.ts';
import { createComponents, type Json } from '../openapi/components.ts';
import { describeSchema } from '../openapi/schema.ts';
import { compile } from '../schema/compile.ts';
import type { FieldSchema } from '../schema/field-schema.ts';
import { list, optional, record } from '../schema/fields.ts';
import { Configuration } from './configuration.ts';
import { ConfiguredCaller } from './read-configuration.ts';

/** The settings that only the configuration file of the deployment can change. An absent member is not compared. */
const DeploymentSection = record(
  {
    partner: optional(
      Type.Union([ConfiguredPartner, Type.Null()], { description: 'Decision partner; null if there is none' }),
    ),
    callers: optional(list(ConfiguredCaller, { description: 'All callers, by client_id' })),
    screening: optional(OnboardingRulesInForce.properties.screening),
  },
  { component: 'DeploymentSection', description: 'Compared with the gateway, and changed only by the operator' },
);
export type DeploymentSection = Static<typeof DeploymentSection>;

/** A value that can be null is checked only by its own schema. */
const SECTION_CHECKS = {
  deployment: compile(DeploymentSection),
  partner: compile(ConfiguredPartner),
  screening: compile(OnboardingRulesInForce.properties.screening.anyOf[0]),
};

/** Returns every problem of the section `deployment` of a YAML file. */
export function findSectionProblems(section: unknown): string[] {
  const parsed = parseJson(JSON.stringify(section));
  if (!parsed.ok || !isJsonObject(parsed.value)) return ['deployment must be a map'];
  const { partner = null, screening = null } = parsed.value;
  const checked = [
    SECTION_CHECKS.deployment(parsed.value, 'deployment'),
    ...(partner === null ? [] : [SECTION_CHECKS.partner(partner, 'deployment.partner')]),
    ...(screening === null ? [] : [SECTION_CHECKS.screening(screening, 'deployment.screening')]),
  ];
  return checked.flatMap(({ findings, warnings }) => [
    ...findings.map(({ path, message }) => `${path} ${message}`),
    ...warnings.filter(({ rule }) => rule === 'unknown-field').map(({ path }) => `${path} is not a member`),
  ]);
}

const ConfigurationFile = record({
  ...Configuration.properties,
  onboarding_rules: optional(OnboardingRules),
  deployment: optional(DeploymentSection),
});
/** A YAML file of `cardwright plan`: some sections of the configuration of a bank, or the rules of an acquirer. */
export type ConfigurationFile = Static<typeof ConfigurationFile>;
export const CONFIGURATION_SECTIONS = Object.keys(ConfigurationFile.properties) as (keyof ConfigurationFile)[];

/** Where the server serves the schema of configuration files. */
export const CONFIGURATION_SCHEMA_PATH = '/configuration.schema.json';

/** Matches a secret in a file: a reference to the environment variable that contains it. */
export const SECRET_VARIABLE = /^\$\{(\w+)\}$/;

/** The JSON Schema of a configuration file, for editors. It allows no unknown members. */
export function configurationFileSchema(): Json {
  const components = createComponents();
  const file = describeSchema(ConfigurationFile as unknown as FieldSchema, components);
  const { schemas } = components.written();
  const described = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Configuration of a bank or an acquirer',
    ...file,
    $defs: schemas,
  };
  const text = JSON.stringify(described, (key, value) => closed(key === 'client_secret' ? asVariable(value) : value));
  return JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')) as Json;
}

function asVariable(field: Json): Json {
  return { ...field, pattern: SECRET_VARIABLE.source, description: `Name of a variable, such as \${HOOK_SECRET}` };
}

function closed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { type, properties, additionalProperties } = value as Json;
  const isOpen = type === 'object' && properties !== undefined && additionalProperties === undefined;
  return isOpen ? { ...value, additionalProperties: false } : value;
}
