create table if not exists "PREFIX_migration" (
  "version" integer not null,
  primary key ("version")
) strict;

create table if not exists "PREFIX_event" (
  "id" integer not null,
  "version" integer not null,
  "slug" text not null,
  "unique_slug" text,
  "status" text not null,
  "author" integer not null,
  "reader" integer not null,
  "date" text not null,
  "full_reader" integer not null,
  "hidden" integer not null,
  "featured" integer not null,
  "ticketed" integer not null,
  "start" text not null,
  "end" text not null,
  "utc_start" text not null,
  "parent" integer not null,
  "keys" text not null,
  "text" text not null,
  "data" text not null,
  primary key ("id"),
  unique ("unique_slug")
) strict;

create index if not exists "PREFIX_event_slug" on "PREFIX_event" ("slug");

create index if not exists "PREFIX_event_start" on "PREFIX_event" ("start", "date", "id", "end", "status", "hidden", "reader", "full_reader", "featured", "ticketed");

create index if not exists "PREFIX_event_status" on "PREFIX_event" ("status", "date");

create index if not exists "PREFIX_event_utc_start" on "PREFIX_event" ("utc_start");

create index if not exists "PREFIX_event_parent" on "PREFIX_event" ("parent");

create table if not exists "PREFIX_venue" (
  "id" integer not null,
  "version" integer not null,
  "slug" text not null,
  "unique_slug" text,
  "status" text not null,
  "author" integer not null,
  "reader" integer not null,
  "date" text not null,
  "name" text not null,
  "latitude" real,
  "longitude" real,
  "keys" text not null,
  "text" text not null,
  "data" text not null,
  primary key ("id"),
  unique ("unique_slug")
) strict;

create index if not exists "PREFIX_venue_slug" on "PREFIX_venue" ("slug");

create index if not exists "PREFIX_venue_date" on "PREFIX_venue" ("date", "id");

create index if not exists "PREFIX_venue_status" on "PREFIX_venue" ("status", "date");

create index if not exists "PREFIX_venue_name" on "PREFIX_venue" ("name");

create index if not exists "PREFIX_venue_latitude" on "PREFIX_venue" ("latitude", "longitude");

create table if not exists "PREFIX_organizer" (
  "id" integer not null,
  "version" integer not null,
  "slug" text not null,
  "unique_slug" text,
  "status" text not null,
  "author" integer not null,
  "reader" integer not null,
  "date" text not null,
  "name" text not null,
  "keys" text not null,
  "text" text not null,
  "data" text not null,
  primary key ("id"),
  unique ("unique_slug")
) strict;

create index if not exists "PREFIX_organizer_slug" on "PREFIX_organizer" ("slug");

create index if not exists "PREFIX_organizer_date" on "PREFIX_organizer" ("date", "id");

create index if not exists "PREFIX_organizer_status" on "PREFIX_organizer" ("status", "date");

create index if not exists "PREFIX_organizer_name" on "PREFIX_organizer" ("name");

create table if not exists "PREFIX_category" (
  "id" integer not null,
  "version" integer not null,
  "slug" text not null,
  "unique_slug" text,
  "name" text not null,
  "parent" integer not null,
  "keys" text not null,
  "text" text not null,
  "data" text not null,
  primary key ("id"),
  unique ("unique_slug")
) strict;

create index if not exists "PREFIX_category_slug" on "PREFIX_category" ("slug");

create index if not exists "PREFIX_category_name" on "PREFIX_category" ("name");

create index if not exists "PREFIX_category_parent" on "PREFIX_category" ("parent");

create table if not exists "PREFIX_tag" (
  "id" integer not null,
  "version" integer not null,
  "slug" text not null,
  "unique_slug" text,
  "name" text not null,
  "parent" integer not null,
  "keys" text not null,
  "text" text not null,
  "data" text not null,
  primary key ("id"),
  unique ("unique_slug")
) strict;

create index if not exists "PREFIX_tag_slug" on "PREFIX_tag" ("slug");

create index if not exists "PREFIX_tag_name" on "PREFIX_tag" ("name");

create index if not exists "PREFIX_tag_parent" on "PREFIX_tag" ("parent");

create table if not exists "PREFIX_receipt" (
  "id" integer not null,
  "version" integer not null,
  "expires" text not null,
  "keys" text not null,
  "text" text not null,
  "data" text not null,
  primary key ("id")
) strict;

create index if not exists "PREFIX_receipt_expires" on "PREFIX_receipt" ("expires", "id");

create table if not exists "PREFIX_event_venue" (
  "venue_id" integer not null,
  "event_id" integer not null,
  "status" text not null,
  "date" text not null,
  "full_reader" integer not null,
  "hidden" integer not null,
  "featured" integer not null,
  "ticketed" integer not null,
  "start" text not null,
  "end" text not null,
  "utc_start" text not null,
  primary key ("venue_id", "start", "date", "event_id")
) strict, without rowid;

create index if not exists "PREFIX_event_venue_event_id" on "PREFIX_event_venue" ("event_id");

create table if not exists "PREFIX_event_organizer" (
  "organizer_id" integer not null,
  "event_id" integer not null,
  "status" text not null,
  "date" text not null,
  "full_reader" integer not null,
  "hidden" integer not null,
  "featured" integer not null,
  "ticketed" integer not null,
  "start" text not null,
  "end" text not null,
  "utc_start" text not null,
  primary key ("organizer_id", "start", "date", "event_id")
) strict, without rowid;

create index if not exists "PREFIX_event_organizer_event_id" on "PREFIX_event_organizer" ("event_id");

create table if not exists "PREFIX_event_tag" (
  "tag_id" integer not null,
  "event_id" integer not null,
  "status" text not null,
  "date" text not null,
  "full_reader" integer not null,
  "hidden" integer not null,
  "featured" integer not null,
  "ticketed" integer not null,
  "start" text not null,
  "end" text not null,
  "utc_start" text not null,
  primary key ("tag_id", "start", "date", "event_id")
) strict, without rowid;

create index if not exists "PREFIX_event_tag_event_id" on "PREFIX_event_tag" ("event_id");

create table if not exists "PREFIX_event_category" (
  "category_id" integer not null,
  "event_id" integer not null,
  "status" text not null,
  "date" text not null,
  "full_reader" integer not null,
  "hidden" integer not null,
  "featured" integer not null,
  "ticketed" integer not null,
  "start" text not null,
  "end" text not null,
  "utc_start" text not null,
  primary key ("category_id", "start", "date", "event_id")
) strict, without rowid;

create index if not exists "PREFIX_event_category_event_id" on "PREFIX_event_category" ("event_id");

create table if not exists "PREFIX_event_field" (
  "value" text not null,
  "event_id" integer not null,
  "status" text not null,
  "date" text not null,
  "full_reader" integer not null,
  "hidden" integer not null,
  "featured" integer not null,
  "ticketed" integer not null,
  "start" text not null,
  "end" text not null,
  "utc_start" text not null,
  primary key ("value", "start", "date", "event_id")
) strict, without rowid;

create index if not exists "PREFIX_event_field_event_id" on "PREFIX_event_field" ("event_id");

create table if not exists "PREFIX_event_sort" (
  "id" integer not null,
  "status" text not null,
  "reader" integer not null,
  "date" text not null,
  "full_reader" integer not null,
  "hidden" integer not null,
  "featured" integer not null,
  "ticketed" integer not null,
  "start" text not null,
  "end" text not null,
  "utc_start" text not null,
  "modified" text not null,
  "title" text not null,
  primary key ("id")
) strict;

create index if not exists "PREFIX_event_sort_date" on "PREFIX_event_sort" ("date", "id", "start", "end", "status", "hidden", "reader", "full_reader");

create index if not exists "PREFIX_event_sort_modified" on "PREFIX_event_sort" ("modified", "id", "start", "end", "status", "hidden", "reader", "full_reader");

create index if not exists "PREFIX_event_sort_title" on "PREFIX_event_sort" ("title", "id", "start", "end", "status", "hidden", "reader", "full_reader");

create table if not exists "PREFIX_venue_sort" (
  "id" integer not null,
  "status" text not null,
  "reader" integer not null,
  "date" text not null,
  "modified" text not null,
  "title" text not null,
  primary key ("id")
) strict;

create index if not exists "PREFIX_venue_sort_modified" on "PREFIX_venue_sort" ("modified", "id", "status", "reader");

create index if not exists "PREFIX_venue_sort_title" on "PREFIX_venue_sort" ("title", "id", "status", "reader");

create table if not exists "PREFIX_organizer_sort" (
  "id" integer not null,
  "status" text not null,
  "reader" integer not null,
  "date" text not null,
  "modified" text not null,
  "title" text not null,
  primary key ("id")
) strict;

create index if not exists "PREFIX_organizer_sort_modified" on "PREFIX_organizer_sort" ("modified", "id", "status", "reader");

create index if not exists "PREFIX_organizer_sort_title" on "PREFIX_organizer_sort" ("title", "id", "status", "reader");

create table if not exists "PREFIX_event_span" (
  "span" integer not null,
  "event_id" integer not null,
  "status" text not null,
  "reader" integer not null,
  "full_reader" integer not null,
  "hidden" integer not null,
  "start" text not null,
  "end" text not null,
  primary key ("span", "start", "event_id")
) strict, without rowid;

create index if not exists "PREFIX_event_span_event_id" on "PREFIX_event_span" ("event_id");

create table if not exists "PREFIX_event_day" (
  "day" text not null,
  "status" text not null,
  "reader" integer not null,
  "full_reader" integer not null,
  "hidden" integer not null,
  "n" integer not null,
  primary key ("day", "status", "hidden", "reader", "full_reader")
) strict, without rowid;

create table if not exists "PREFIX_event_tally" (
  "facet" text not null,
  "value" integer not null,
  "status" text not null,
  "n" integer not null,
  primary key ("facet", "value", "status")
) strict, without rowid;

create table if not exists "PREFIX_sequence" (
  "name" text not null,
  "last" integer not null,
  primary key ("name")
) strict, without rowid;

create table if not exists "PREFIX_revision" (
  "counter" integer not null,
  "n" integer not null,
  primary key ("counter")
) strict;

create table if not exists "PREFIX_expectation" (
  "holds" integer not null,
  primary key ("holds"),
  check (holds = 1)
) strict;

insert or ignore into "PREFIX_event_sort" ("id", "status", "reader", "date", "full_reader", "hidden", "featured", "ticketed", "start", "end", "utc_start", "modified", "title") select id, "status", "reader", "date", "full_reader", "hidden", "featured", "ticketed", "start", "end", "utc_start", case when instr(data, '"modified_utc":"') > 0 then substr(data, instr(data, '"modified_utc":"') + 16, 19) else "date" end, substr((substr("text", 2, 250) || char(31)), 1, instr((substr("text", 2, 250) || char(31)), char(31)) - 1) from "PREFIX_event";

update "PREFIX_event" set "keys" = substr("keys", 1, length("keys") - 1) || ',"modified":' || json_quote(case when instr(data, '"modified_utc":"') > 0 then substr(data, instr(data, '"modified_utc":"') + 16, 19) else "date" end) || ',"title":' || json_quote(substr((substr("text", 2, 250) || char(31)), 1, instr((substr("text", 2, 250) || char(31)), char(31)) - 1)) || '}' where "keys" not like '%"title":%';

insert or ignore into "PREFIX_venue_sort" ("id", "status", "reader", "date", "modified", "title") select id, "status", "reader", "date", case when instr(data, '"modified_utc":"') > 0 then substr(data, instr(data, '"modified_utc":"') + 16, 19) else "date" end, substr((substr("text", 2, 250) || char(31)), 1, instr((substr("text", 2, 250) || char(31)), char(31)) - 1) from "PREFIX_venue";

update "PREFIX_venue" set "keys" = substr("keys", 1, length("keys") - 1) || ',"modified":' || json_quote(case when instr(data, '"modified_utc":"') > 0 then substr(data, instr(data, '"modified_utc":"') + 16, 19) else "date" end) || ',"title":' || json_quote(substr((substr("text", 2, 250) || char(31)), 1, instr((substr("text", 2, 250) || char(31)), char(31)) - 1)) || '}' where "keys" not like '%"title":%';

insert or ignore into "PREFIX_organizer_sort" ("id", "status", "reader", "date", "modified", "title") select id, "status", "reader", "date", case when instr(data, '"modified_utc":"') > 0 then substr(data, instr(data, '"modified_utc":"') + 16, 19) else "date" end, substr((substr("text", 2, 250) || char(31)), 1, instr((substr("text", 2, 250) || char(31)), char(31)) - 1) from "PREFIX_organizer";

update "PREFIX_organizer" set "keys" = substr("keys", 1, length("keys") - 1) || ',"modified":' || json_quote(case when instr(data, '"modified_utc":"') > 0 then substr(data, instr(data, '"modified_utc":"') + 16, 19) else "date" end) || ',"title":' || json_quote(substr((substr("text", 2, 250) || char(31)), 1, instr((substr("text", 2, 250) || char(31)), char(31)) - 1)) || '}' where "keys" not like '%"title":%';

insert or ignore into "PREFIX_sequence" ("name", "last") values ('post', 0), ('term', 0);

insert or ignore into "PREFIX_migration" (version) values (6);

-- Without what follows, searches find the same, but read every text.
create virtual table if not exists "PREFIX_event_search" using fts5("text", content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1');

insert into "PREFIX_event_search" (rowid, "text") select id, "text" from "PREFIX_event" where not exists (select 1 from sqlite_master where type = 'trigger' and name = 'PREFIX_event_search_insert');

create trigger if not exists "PREFIX_event_search_insert" after insert on "PREFIX_event" begin insert into "PREFIX_event_search" (rowid, "text") values (new.id, new."text"); end;

create trigger if not exists "PREFIX_event_search_update" after update of "text" on "PREFIX_event" begin delete from "PREFIX_event_search" where rowid = old.id; insert into "PREFIX_event_search" (rowid, "text") values (new.id, new."text"); end;

create trigger if not exists "PREFIX_event_search_delete" after delete on "PREFIX_event" begin delete from "PREFIX_event_search" where rowid = old.id; end;
