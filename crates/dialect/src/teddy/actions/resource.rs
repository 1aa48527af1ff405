//! `READ` and `PRUNE`: a resource comes into the context or leaves it.

use model::proposal::{Prune, Read};
use model::{Resource, Spanned};

use super::body::Body;
use super::names::{DESCRIPTION, RESOURCE};
use crate::teddy::notes::Notes;
use crate::teddy::target;

pub(super) fn read(mut body: Body, notes: &mut Notes<'_>) -> Option<Read> {
    let resource = resource(&mut body, notes);
    let description = body.recommend(&DESCRIPTION, notes);
    let extras = body.extras(notes);
    Some(Read {
        resource: resource?,
        description,
        extras,
    })
}

pub(super) fn prune(mut body: Body, notes: &mut Notes<'_>) -> Option<Prune> {
    let resource = resource(&mut body, notes);
    let description = body.recommend(&DESCRIPTION, notes);
    let extras = body.extras(notes);
    Some(Prune {
        resource: resource?,
        description,
        extras,
    })
}

fn resource(body: &mut Body, notes: &mut Notes<'_>) -> Option<Spanned<Resource>> {
    body.refuse_blocks(notes);
    let value = body.require(&RESOURCE, notes)?;
    target::resource(&value, notes)
}
