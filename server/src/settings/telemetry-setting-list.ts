import { define, optional } from './define-setting.ts';
import { publicAddress, secretText, wholeNumber } from './setting.ts';

/** The settings for monitoring the service. */
export const telemetrySettingList = {
  metricsPort: define(
    'UNDERSTUDY_METRICS_PORT',
    'metricsPort',
    optional(wholeNumber(0, 65_535)),
    null,
    'A port of its own for /metrics, on the address of HOST; 0 takes a free one. Without it and without a token there are no metrics.',
  ),
  metricsToken: define(
    'UNDERSTUDY_METRICS_TOKEN',
    'metricsToken',
    optional(secretText(1_000, 16)),
    null,
    'What Prometheus must send as bearer token. Alone, it opens /metrics on the main port; with UNDERSTUDY_METRICS_PORT, it guards that port.',
    { isSecret: true },
  ),
  tracesEndpoint: define(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'tracesEndpoint',
    optional(publicAddress()),
    null,
    'Where traces are sent, as OTLP over HTTP to its /v1/traces. Without it there are none.',
  ),
  tracesPercent: define(
    'UNDERSTUDY_TRACES_PERCENT',
    'tracesPercent',
    wholeNumber(0, 100),
    100,
    'Of how many requests in a hundred there are traces, where the caller sends no traceparent; one that does decides for itself.',
  ),
};
