import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { kindsOfEvents } from './kinds.ts'
import { type ReadEvent, readByTsIcs } from './readers.ts'

/* Feeds, read and checked by Debian's php-sabre-vobject, which Nextcloud, ownCloud and Baïkal read with. */

const PHP = process.env.PHP ?? '/usr/bin/php'
const LIBRARY = '/usr/share/php/Sabre/VObject/autoload.php'

const PROGRAM = `
require '${LIBRARY}';
$feed = Sabre\\VObject\\Reader::read(stream_get_contents(STDIN));
$events = [];
foreach ($feed->VEVENT as $event) {
  $end = isset($event->DTEND) ? $event->DTEND : $event->DTSTART;
  $events[] = [
    'uid' => (string)$event->UID,
    'summary' => (string)$event->SUMMARY,
    'description' => isset($event->DESCRIPTION) ? (string)$event->DESCRIPTION : null,
    'isAllDay' => !$event->DTSTART->hasTime(),
    'start' => $event->DTSTART->getDateTime()->getTimestamp(),
    'end' => $end->getDateTime()->getTimestamp(),
  ];
}
$faults = array_map(function ($fault) { return $fault['message']; }, $feed->validate());
echo json_encode(['events' => $events, 'faults' => $faults]);
`

function missing(): string | undefined {
  try {
    execFileSync(PHP, ['-r', `require '${LIBRARY}';`], { stdio: 'ignore' })
    return undefined
  } catch {
    return `${PHP} has no sabre/vobject (Debian: php-sabre-vobject)`
  }
}

type Printed = Omit<ReadEvent, 'description'> & { readonly description: string | null }

/** Version 2 of the library, which Debian 12 has, leaves the escapes of commas and semicolons in texts. */
const plain = (text: string): string => text.replace(/\\([,;])/g, '$1')

const reason = missing()
if (reason !== undefined) console.warn(`Skipped: ${reason}`)

test.skipIf(reason !== undefined)(
  `sabre/vobject finds no fault in a feed, and reads what ts-ics reads (${reason ?? 'installed'})`,
  async () => {
    const text = await kindsOfEvents()
    const printed = execFileSync(PHP, ['-d', 'date.timezone=UTC', '-r', PROGRAM], {
      input: text,
      encoding: 'utf8',
    })
    const { events, faults } = JSON.parse(printed)
    expect(faults).toEqual([])
    const read: ReadEvent[] = events.map(({ summary, description, ...event }: Printed) => ({
      ...event,
      summary: plain(summary),
      description: description === null ? undefined : plain(description),
    }))
    expect(read).toHaveLength(9)
    expect(read).toEqual(readByTsIcs(text))
  },
)
