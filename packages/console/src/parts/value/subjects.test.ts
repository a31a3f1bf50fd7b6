import { expect, it } from 'vitest';
import { pageOfSubject, subjectParts } from './subjects.ts';

it.each([
  ['rule:NO_GAMBLING', { word: 'found.rule', name: 'NO_GAMBLING' }],
  ['webhook-endpoint:1e511b6b-c46a-47ca-9330-c96ede65cda4', { word: 'found.endpoint', name: '1e511b6b…' }],
  ['task:review:b2da1698-1f80-4cbb-beb7-0b89ce7a1513', { word: 'audit.task', name: 'review:b2da1698…' }],
  ['webhook-endpoint:new', { word: 'newEndpoint.title', name: '' }],
  ['onboarding-rules', { word: 'approvals.onboardingChange', name: '' }],
  ['deny-list', { word: 'denyList.title', name: '' }],
  ['merchants', { word: 'merchants.list', name: '' }],
  ['draft:6ec9d7b4-17ed-4a7c-8a7b-1102b25a711b', { word: 'boarding.draft', name: '6ec9d7b4…' }],
  ['unknown:1', { name: 'unknown:1' }],
  ['embossing', { name: 'embossing' }],
])('%s is named %j', (subject, parts) => {
  expect(subjectParts(subject)).toEqual(parts);
});

it('a subject without an id has no page', () => {
  expect(pageOfSubject('webhook-endpoint:new')).toBeUndefined();
  expect(pageOfSubject('onboarding-rules')).toBeUndefined();
});
