-- Schema 1. Rows can always be rebuilt from `operation` and `event`; everything else is for quick answers.

create table project (
    id integer primary key check (id = 1),
    uid text not null,
    current_session integer
) strict;

create table session (
    id integer primary key,
    name text not null unique,
    uid text not null,
    goal text,
    opened_at integer not null,
    opened_by text not null,
    version integer not null,
    head blob not null,
    next_thread integer not null,
    summary text,
    summary_by text,
    summary_at integer,
    backup_end integer not null
) strict;

-- With a rowid, because an entry can be long: in a table without, SQLite reads whole rows to find their neighbours.
create table operation (
    session integer not null,
    version integer not null,
    hash blob not null,
    backup_start integer not null,
    entry text not null,
    primary key (session, version)
) strict;

-- `body` is null where an event was purged; its digest in the entry stays.
create table event (
    session integer not null,
    version integer not null,
    position integer not null,
    subject text not null,
    renewal integer not null,
    body text,
    primary key (session, version, position)
) strict, without rowid;
create index event_subject on event (session, subject, version);

-- Subjects that an operation relied on without changing them.
create table lean (
    session integer not null,
    subject text not null,
    version integer not null,
    primary key (session, subject, version)
) strict, without rowid;

create table thread (
    id integer primary key,
    session integer not null,
    number integer not null,
    uid text not null,
    is_primary integer not null,
    topic text,
    folder text,
    plan text,
    next_number integer not null,
    todo integer not null default 0,
    doing integer not null default 0,
    done integer not null default 0,
    failed integer not null default 0,
    dropped integer not null default 0,
    unique (session, number)
) strict;

-- Where the numbers of a closed thread go on if it comes back.
create table closed_thread (
    session integer not null,
    number integer not null,
    next_number integer not null,
    primary key (session, number)
) strict, without rowid;

-- state: 0 todo, 1 doing, 2 done, 3 failed, 4 dropped. `waits_on` is explained in ready.rs.
create table task (
    thread integer not null,
    number integer not null,
    uid text not null,
    key text not null,
    sort integer not null,
    state integer not null,
    waits_on integer not null,
    holder text,
    until integer,
    primary key (thread, number)
) strict, without rowid;
create unique index task_key on task (thread, key);
create index task_ready on task (thread, waits_on, number) where state = 0;
create index task_unusual on task (thread, state, number) where state in (1, 3, 4);

create table brief (
    thread integer not null,
    number integer not null,
    title text not null,
    body text not null,
    kind text,
    agent text,
    lists text not null,
    filed text,
    result text,
    primary key (thread, number)
) strict, without rowid;

create table edge (
    thread integer not null,
    task integer not null,
    after integer not null,
    primary key (thread, task, after)
) strict, without rowid;
create index edge_after on edge (thread, after, task);

create table wake (
    thread integer not null,
    number integer not null,
    primary key (thread, number)
) strict, without rowid;

create table creates (
    thread integer not null,
    path text not null,
    task integer not null,
    primary key (thread, path, task)
) strict, without rowid;
create index creates_task on creates (thread, task);

create table signal (
    thread integer not null,
    name text not null,
    is_open integer not null,
    level integer not null,
    since integer not null,
    body text not null,
    primary key (thread, name)
) strict, without rowid;
create index signal_open on signal (thread, level, since, name) where is_open = 1;
