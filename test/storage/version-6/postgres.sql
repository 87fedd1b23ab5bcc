create table if not exists "SCHEMA"."PREFIX_migration" (
  "version" bigint not null,
  primary key ("version")
);

create table if not exists "SCHEMA"."PREFIX_event" (
  "id" bigint not null,
  "version" bigint not null,
  "slug" text collate "C" not null,
  "unique_slug" text collate "C",
  "status" text collate "C" not null,
  "author" bigint not null,
  "reader" bigint not null,
  "date" text collate "C" not null,
  "full_reader" bigint not null,
  "hidden" boolean not null,
  "featured" boolean not null,
  "ticketed" boolean not null,
  "start" text collate "C" not null,
  "end" text collate "C" not null,
  "utc_start" text collate "C" not null,
  "parent" bigint not null,
  "keys" text collate "C" not null,
  "text" text collate "C" not null,
  "data" text collate "C" not null,
  primary key ("id"),
  unique ("unique_slug")
);

create index if not exists "PREFIX_event_slug" on "SCHEMA"."PREFIX_event" ("slug");

create index if not exists "PREFIX_event_start" on "SCHEMA"."PREFIX_event" ("start", "date", "id", "end", "status", "hidden", "reader", "full_reader", "featured", "ticketed");

create index if not exists "PREFIX_event_status" on "SCHEMA"."PREFIX_event" ("status", "date");

create index if not exists "PREFIX_event_utc_start" on "SCHEMA"."PREFIX_event" ("utc_start");

create index if not exists "PREFIX_event_parent" on "SCHEMA"."PREFIX_event" ("parent");

create table if not exists "SCHEMA"."PREFIX_venue" (
  "id" bigint not null,
  "version" bigint not null,
  "slug" text collate "C" not null,
  "unique_slug" text collate "C",
  "status" text collate "C" not null,
  "author" bigint not null,
  "reader" bigint not null,
  "date" text collate "C" not null,
  "name" text collate "C" not null,
  "latitude" double precision,
  "longitude" double precision,
  "keys" text collate "C" not null,
  "text" text collate "C" not null,
  "data" text collate "C" not null,
  primary key ("id"),
  unique ("unique_slug")
);

create index if not exists "PREFIX_venue_slug" on "SCHEMA"."PREFIX_venue" ("slug");

create index if not exists "PREFIX_venue_date" on "SCHEMA"."PREFIX_venue" ("date", "id");

create index if not exists "PREFIX_venue_status" on "SCHEMA"."PREFIX_venue" ("status", "date");

create index if not exists "PREFIX_venue_name_hash" on "SCHEMA"."PREFIX_venue" using hash ("name");

create index if not exists "PREFIX_venue_latitude" on "SCHEMA"."PREFIX_venue" ("latitude", "longitude");

create table if not exists "SCHEMA"."PREFIX_organizer" (
  "id" bigint not null,
  "version" bigint not null,
  "slug" text collate "C" not null,
  "unique_slug" text collate "C",
  "status" text collate "C" not null,
  "author" bigint not null,
  "reader" bigint not null,
  "date" text collate "C" not null,
  "name" text collate "C" not null,
  "keys" text collate "C" not null,
  "text" text collate "C" not null,
  "data" text collate "C" not null,
  primary key ("id"),
  unique ("unique_slug")
);

create index if not exists "PREFIX_organizer_slug" on "SCHEMA"."PREFIX_organizer" ("slug");

create index if not exists "PREFIX_organizer_date" on "SCHEMA"."PREFIX_organizer" ("date", "id");

create index if not exists "PREFIX_organizer_status" on "SCHEMA"."PREFIX_organizer" ("status", "date");

create index if not exists "PREFIX_organizer_name_hash" on "SCHEMA"."PREFIX_organizer" using hash ("name");

create table if not exists "SCHEMA"."PREFIX_category" (
  "id" bigint not null,
  "version" bigint not null,
  "slug" text collate "C" not null,
  "unique_slug" text collate "C",
  "name" text collate "C" not null,
  "parent" bigint not null,
  "keys" text collate "C" not null,
  "text" text collate "C" not null,
  "data" text collate "C" not null,
  primary key ("id"),
  unique ("unique_slug")
);

create index if not exists "PREFIX_category_slug" on "SCHEMA"."PREFIX_category" ("slug");

create index if not exists "PREFIX_category_name_hash" on "SCHEMA"."PREFIX_category" using hash ("name");

create index if not exists "PREFIX_category_parent" on "SCHEMA"."PREFIX_category" ("parent");

create table if not exists "SCHEMA"."PREFIX_tag" (
  "id" bigint not null,
  "version" bigint not null,
  "slug" text collate "C" not null,
  "unique_slug" text collate "C",
  "name" text collate "C" not null,
  "parent" bigint not null,
  "keys" text collate "C" not null,
  "text" text collate "C" not null,
  "data" text collate "C" not null,
  primary key ("id"),
  unique ("unique_slug")
);

create index if not exists "PREFIX_tag_slug" on "SCHEMA"."PREFIX_tag" ("slug");

create index if not exists "PREFIX_tag_name_hash" on "SCHEMA"."PREFIX_tag" using hash ("name");

create index if not exists "PREFIX_tag_parent" on "SCHEMA"."PREFIX_tag" ("parent");

create table if not exists "SCHEMA"."PREFIX_receipt" (
  "id" bigint not null,
  "version" bigint not null,
  "expires" text collate "C" not null,
  "keys" text collate "C" not null,
  "text" text collate "C" not null,
  "data" text collate "C" not null,
  primary key ("id")
);

create index if not exists "PREFIX_receipt_expires" on "SCHEMA"."PREFIX_receipt" ("expires", "id");

create table if not exists "SCHEMA"."PREFIX_event_venue" (
  "venue_id" bigint not null,
  "event_id" bigint not null,
  "status" text collate "C" not null,
  "date" text collate "C" not null,
  "full_reader" bigint not null,
  "hidden" boolean not null,
  "featured" boolean not null,
  "ticketed" boolean not null,
  "start" text collate "C" not null,
  "end" text collate "C" not null,
  "utc_start" text collate "C" not null,
  primary key ("venue_id", "start", "date", "event_id") include ("status", "full_reader", "hidden", "featured", "ticketed", "end", "utc_start")
);

create index if not exists "PREFIX_event_venue_event_id" on "SCHEMA"."PREFIX_event_venue" ("event_id");

create table if not exists "SCHEMA"."PREFIX_event_organizer" (
  "organizer_id" bigint not null,
  "event_id" bigint not null,
  "status" text collate "C" not null,
  "date" text collate "C" not null,
  "full_reader" bigint not null,
  "hidden" boolean not null,
  "featured" boolean not null,
  "ticketed" boolean not null,
  "start" text collate "C" not null,
  "end" text collate "C" not null,
  "utc_start" text collate "C" not null,
  primary key ("organizer_id", "start", "date", "event_id") include ("status", "full_reader", "hidden", "featured", "ticketed", "end", "utc_start")
);

create index if not exists "PREFIX_event_organizer_event_id" on "SCHEMA"."PREFIX_event_organizer" ("event_id");

create table if not exists "SCHEMA"."PREFIX_event_tag" (
  "tag_id" bigint not null,
  "event_id" bigint not null,
  "status" text collate "C" not null,
  "date" text collate "C" not null,
  "full_reader" bigint not null,
  "hidden" boolean not null,
  "featured" boolean not null,
  "ticketed" boolean not null,
  "start" text collate "C" not null,
  "end" text collate "C" not null,
  "utc_start" text collate "C" not null,
  primary key ("tag_id", "start", "date", "event_id") include ("status", "full_reader", "hidden", "featured", "ticketed", "end", "utc_start")
);

create index if not exists "PREFIX_event_tag_event_id" on "SCHEMA"."PREFIX_event_tag" ("event_id");

create table if not exists "SCHEMA"."PREFIX_event_category" (
  "category_id" bigint not null,
  "event_id" bigint not null,
  "status" text collate "C" not null,
  "date" text collate "C" not null,
  "full_reader" bigint not null,
  "hidden" boolean not null,
  "featured" boolean not null,
  "ticketed" boolean not null,
  "start" text collate "C" not null,
  "end" text collate "C" not null,
  "utc_start" text collate "C" not null,
  primary key ("category_id", "start", "date", "event_id") include ("status", "full_reader", "hidden", "featured", "ticketed", "end", "utc_start")
);

create index if not exists "PREFIX_event_category_event_id" on "SCHEMA"."PREFIX_event_category" ("event_id");

create table if not exists "SCHEMA"."PREFIX_event_field" (
  "value" text collate "C" not null,
  "event_id" bigint not null,
  "status" text collate "C" not null,
  "date" text collate "C" not null,
  "full_reader" bigint not null,
  "hidden" boolean not null,
  "featured" boolean not null,
  "ticketed" boolean not null,
  "start" text collate "C" not null,
  "end" text collate "C" not null,
  "utc_start" text collate "C" not null,
  primary key ("value", "start", "date", "event_id") include ("status", "full_reader", "hidden", "featured", "ticketed", "end", "utc_start")
);

create index if not exists "PREFIX_event_field_event_id" on "SCHEMA"."PREFIX_event_field" ("event_id");

create table if not exists "SCHEMA"."PREFIX_event_sort" (
  "id" bigint not null,
  "status" text collate "C" not null,
  "reader" bigint not null,
  "date" text collate "C" not null,
  "full_reader" bigint not null,
  "hidden" boolean not null,
  "featured" boolean not null,
  "ticketed" boolean not null,
  "start" text collate "C" not null,
  "end" text collate "C" not null,
  "utc_start" text collate "C" not null,
  "modified" text collate "C" not null,
  "title" text collate "C" not null,
  primary key ("id")
);

create index if not exists "PREFIX_event_sort_date" on "SCHEMA"."PREFIX_event_sort" ("date", "id", "start", "end", "status", "hidden", "reader", "full_reader");

create index if not exists "PREFIX_event_sort_modified" on "SCHEMA"."PREFIX_event_sort" ("modified", "id", "start", "end", "status", "hidden", "reader", "full_reader");

create index if not exists "PREFIX_event_sort_title" on "SCHEMA"."PREFIX_event_sort" ("title", "id", "start", "end", "status", "hidden", "reader", "full_reader");

create table if not exists "SCHEMA"."PREFIX_venue_sort" (
  "id" bigint not null,
  "status" text collate "C" not null,
  "reader" bigint not null,
  "date" text collate "C" not null,
  "modified" text collate "C" not null,
  "title" text collate "C" not null,
  primary key ("id")
);

create index if not exists "PREFIX_venue_sort_modified" on "SCHEMA"."PREFIX_venue_sort" ("modified", "id", "status", "reader");

create index if not exists "PREFIX_venue_sort_title" on "SCHEMA"."PREFIX_venue_sort" ("title", "id", "status", "reader");

create table if not exists "SCHEMA"."PREFIX_organizer_sort" (
  "id" bigint not null,
  "status" text collate "C" not null,
  "reader" bigint not null,
  "date" text collate "C" not null,
  "modified" text collate "C" not null,
  "title" text collate "C" not null,
  primary key ("id")
);

create index if not exists "PREFIX_organizer_sort_modified" on "SCHEMA"."PREFIX_organizer_sort" ("modified", "id", "status", "reader");

create index if not exists "PREFIX_organizer_sort_title" on "SCHEMA"."PREFIX_organizer_sort" ("title", "id", "status", "reader");

create table if not exists "SCHEMA"."PREFIX_event_span" (
  "span" bigint not null,
  "event_id" bigint not null,
  "status" text collate "C" not null,
  "reader" bigint not null,
  "full_reader" bigint not null,
  "hidden" boolean not null,
  "start" text collate "C" not null,
  "end" text collate "C" not null,
  primary key ("span", "start", "event_id") include ("status", "reader", "full_reader", "hidden", "end")
);

create index if not exists "PREFIX_event_span_event_id" on "SCHEMA"."PREFIX_event_span" ("event_id");

create table if not exists "SCHEMA"."PREFIX_event_day" (
  "day" text collate "C" not null,
  "status" text collate "C" not null,
  "reader" bigint not null,
  "full_reader" bigint not null,
  "hidden" boolean not null,
  "n" bigint not null,
  primary key ("day", "status", "hidden", "reader", "full_reader")
);

create table if not exists "SCHEMA"."PREFIX_event_tally" (
  "facet" text collate "C" not null,
  "value" bigint not null,
  "status" text collate "C" not null,
  "n" bigint not null,
  primary key ("facet", "value", "status")
);

create table if not exists "SCHEMA"."PREFIX_sequence" (
  "name" text collate "C" not null,
  "last" bigint not null,
  primary key ("name")
);

create table if not exists "SCHEMA"."PREFIX_revision" (
  "counter" bigint not null,
  "n" bigint not null,
  primary key ("counter")
);

create table if not exists "SCHEMA"."PREFIX_expectation" (
  "holds" bigint not null,
  primary key ("holds"),
  check (holds = 1)
);

create index if not exists "PREFIX_venue_name_hash" on "SCHEMA"."PREFIX_venue" using hash ("name");

drop index if exists "SCHEMA"."PREFIX_venue_name";

create index if not exists "PREFIX_organizer_name_hash" on "SCHEMA"."PREFIX_organizer" using hash ("name");

drop index if exists "SCHEMA"."PREFIX_organizer_name";

create index if not exists "PREFIX_category_name_hash" on "SCHEMA"."PREFIX_category" using hash ("name");

drop index if exists "SCHEMA"."PREFIX_category_name";

create index if not exists "PREFIX_tag_name_hash" on "SCHEMA"."PREFIX_tag" using hash ("name");

drop index if exists "SCHEMA"."PREFIX_tag_name";

insert into "SCHEMA"."PREFIX_event_sort" ("id", "status", "reader", "date", "full_reader", "hidden", "featured", "ticketed", "start", "end", "utc_start", "modified", "title") select id, "status", "reader", "date", "full_reader", "hidden", "featured", "ticketed", "start", "end", "utc_start", coalesce(substring(data from '"modified_utc":"(.{19})"'), "date"), left(split_part("text", chr(31), 2), 250) from "SCHEMA"."PREFIX_event" on conflict do nothing;

update "SCHEMA"."PREFIX_event" set "keys" = left("keys", -1) || ',"modified":' || to_json(coalesce(substring(data from '"modified_utc":"(.{19})"'), "date"))::text || ',"title":' || to_json(left(split_part("text", chr(31), 2), 250))::text || '}' where "keys" not like '%"title":%';

insert into "SCHEMA"."PREFIX_venue_sort" ("id", "status", "reader", "date", "modified", "title") select id, "status", "reader", "date", coalesce(substring(data from '"modified_utc":"(.{19})"'), "date"), left(split_part("text", chr(31), 2), 250) from "SCHEMA"."PREFIX_venue" on conflict do nothing;

update "SCHEMA"."PREFIX_venue" set "keys" = left("keys", -1) || ',"modified":' || to_json(coalesce(substring(data from '"modified_utc":"(.{19})"'), "date"))::text || ',"title":' || to_json(left(split_part("text", chr(31), 2), 250))::text || '}' where "keys" not like '%"title":%';

insert into "SCHEMA"."PREFIX_organizer_sort" ("id", "status", "reader", "date", "modified", "title") select id, "status", "reader", "date", coalesce(substring(data from '"modified_utc":"(.{19})"'), "date"), left(split_part("text", chr(31), 2), 250) from "SCHEMA"."PREFIX_organizer" on conflict do nothing;

update "SCHEMA"."PREFIX_organizer" set "keys" = left("keys", -1) || ',"modified":' || to_json(coalesce(substring(data from '"modified_utc":"(.{19})"'), "date"))::text || ',"title":' || to_json(left(split_part("text", chr(31), 2), 250))::text || '}' where "keys" not like '%"title":%';

insert into "SCHEMA"."PREFIX_sequence" ("name", "last") values ('post', 0), ('term', 0) on conflict do nothing;

insert into "SCHEMA"."PREFIX_migration" (version) values (6) on conflict do nothing;

-- Without what follows, searches find the same, but read every text.
create extension if not exists pg_trgm;

create index if not exists "PREFIX_event_search" on "SCHEMA"."PREFIX_event" using gin ("text" gin_trgm_ops);
