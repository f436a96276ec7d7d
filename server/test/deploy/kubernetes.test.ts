import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { freshFile, freshFolder } from '../cli/support/places.ts';
import { repository } from '../cli/support/understudy.ts';
import { skipWithoutPackages, toolPackages } from '../support/extra-packages.ts';
import { serveInside } from '../support/service-inside.ts';
import { manifestOf, readManifests, schemaFaults, unknownFields } from './support/manifests.ts';

interface Named {
  readonly name: string;
}

const [container] = manifestOf('Deployment').spec.template.spec.containers;

test('each manifest matches the schema that Kubernetes publishes, without unknown fields', async ({ skip }) => {
  skipWithoutPackages(toolPackages, skip);
  const manifests = readManifests();
  expect(manifests.map(({ content }) => content.kind).toSorted()).toEqual([
    'Deployment',
    'HorizontalPodAutoscaler',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Secret',
    'Service',
  ]);
  expect((await Promise.all(manifests.map(schemaFaults))).flat()).toEqual([]);
  expect(unknownFields(manifests)).toEqual([]);
});

test('the check finds a field of a wrong type, a missing one and an unknown one', async ({ skip }) => {
  skipWithoutPackages(toolPackages, skip);
  const content = manifestOf('Deployment');
  const wrong = { ...content, spec: { ...content.spec, revisionHistoryLimit: 'five', selector: undefined } };
  expect((await schemaFaults({ file: 'wrong.yaml', content: wrong })).join()).toMatch(
    /selector.*revisionHistoryLimit/s,
  );
  const odd = { ...content, spec: { ...content.spec, replica: 2 } };
  expect(unknownFields([{ file: 'odd.yaml', content: odd }]).join()).toMatch(/known propert.*replica/);
});

test('every manifest selects the pods that it is meant for', () => {
  const labels = manifestOf('Deployment').spec.template.metadata.labels;
  expect(manifestOf('Deployment').spec.selector.matchLabels).toEqual(labels);
  expect(manifestOf('Service').spec.selector).toEqual(labels);
  expect(manifestOf('PodDisruptionBudget').spec.selector.matchLabels).toEqual(labels);
  expect(manifestOf('NetworkPolicy').spec.podSelector.matchLabels).toEqual(labels);
  expect(manifestOf('HorizontalPodAutoscaler').spec.scaleTargetRef.name).toBe(manifestOf('Deployment').metadata.name);
  const ports = container.ports.map(({ name }: Named) => name);
  expect(ports).toEqual(
    expect.arrayContaining(
      manifestOf('Service').spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort),
    ),
  );
});

test('the container runs as an unprivileged user on a read-only file system, without a token of the cluster', () => {
  const { spec } = manifestOf('Deployment').spec.template;
  expect(spec).toMatchObject({ automountServiceAccountToken: false, securityContext: { runAsNonRoot: true } });
  expect(spec.securityContext.runAsUser).toBeGreaterThan(0);
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  });
  expect(
    container.env.filter(({ name }: Named) => /KEY|PASSWORD|TOKEN|URL$/.test(name)).map(({ name }: Named) => name),
  ).toEqual(['UNDERSTUDY_PUBLIC_URL']);
});

test('the example Secret contains no secret, and has the file that the deployment reads', () => {
  const secret = manifestOf('Secret');
  const [volume] = manifestOf('Deployment').spec.template.spec.volumes;
  expect(volume.secret.secretName).toBe(secret.metadata.name);
  expect(Object.keys(secret.stringData)).toEqual(['database-url']);
  expect(secret.stringData['database-url']).toContain('change-me');
});

test('the service accepts the settings of the deployment', () => {
  const env = settings({
    DATABASE_URL_FILE: freshFile('database-url', manifestOf('Secret').stringData['database-url']),
  });
  const config = loadConfig({ env, filePath: freshFile('none.yaml', '') });
  expect(config.store).toMatchObject({ kind: 'postgres', poolSize: 10 });
  expect(config.shutdownTimeoutMs / 1_000 + container.lifecycle.preStop.sleep.seconds).toBeLessThan(
    manifestOf('Deployment').spec.template.spec.terminationGracePeriodSeconds,
  );
});

test('the probes request the routes of a running service, on the ports that it has with these settings', async () => {
  const service = await serveInside({ UNDERSTUDY_DATA_DIR: join(freshFolder(), 'data') });
  onTestFinished(async () => void (await service.stop()));
  for (const name of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const { path, port } = container[name].httpGet;
    expect([name, (await fetch(`${service.url}${path}`)).status]).toEqual([name, 200]);
    expect(container.ports.find((each: Named) => each.name === port).containerPort).toBe(8787);
  }
  expect(readFileSync(join(repository, 'Dockerfile'), 'utf8')).toMatch(/PORT=8787/);
});

/** Returns the container's environment, with the test's replacements. */
function settings(instead: Record<string, string>): Record<string, string> {
  const given: { name: string; value: string }[] = container.env;
  return { ...Object.fromEntries(given.map(({ name, value }) => [name, value])), ...instead };
}
